"""The rows of emails come from ``matches``, whose migrations have made their tables: nothing is done to these."""

import django.db.models.deletion
import django.utils.timezone
import mail.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0023_reworded"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='OutboxMail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=32)),
                        ('to', models.EmailField(blank=True, help_text='Only where there is no player.', max_length=254)),
                        ('context', models.JSONField(default=dict)),
                        ('key', models.CharField(blank=True, max_length=100, null=True)),
                        ('subject', models.CharField(blank=True, max_length=255)),
                        ('text', models.TextField(blank=True)),
                        ('html', models.TextField(blank=True)),
                        ('message_id', models.CharField(default=mail.models.new_message_id, max_length=255)),
                        ('status', models.CharField(choices=[('queued', 'waiting to be sent'), ('sent', 'sent'), ('dropped', 'no longer needed'), ('parked', 'given up, needs attention'), ('bounced', 'bounced, or its address takes no email')], default='queued', max_length=8)),
                        ('queued_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('next_try_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('waits_until', models.DateTimeField(blank=True, help_text='When its reader’s quiet hours are over.', null=True)),
                        ('leased_until', models.DateTimeField(blank=True, null=True)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('lost_attempts', models.PositiveSmallIntegerField(default=0, help_text='Attempts during which the worker died.')),
                        ('last_error', models.TextField(blank=True)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('sent_to', models.EmailField(blank=True, db_default='', default='', help_text='The address that it went to.', max_length=254)),
                        ('delivered_at', models.DateTimeField(blank=True, help_text='When its arrival was confirmed, which few servers do.', null=True)),
                        ('match', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='matches.match')),
                        ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'email',
                        'db_table': 'matches_outboxmail',
                        'indexes': [models.Index(condition=models.Q(('status', 'queued')), fields=['next_try_at'], name='mail_due'), models.Index(condition=models.Q(('status', 'parked')), fields=['queued_at'], name='mail_parked'), models.Index(fields=['match', 'user', 'queued_at'], name='mail_of_thread')],
                        'constraints': [models.UniqueConstraint(fields=('key',), name='one_mail_per_key'), models.UniqueConstraint(fields=('message_id',), name='one_mail_per_message_id')],
                    },
                ),
                migrations.CreateModel(
                    name='MailAddress',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.EmailField(max_length=254)),
                        ('undeliverable_since', models.DateTimeField(blank=True, null=True)),
                        ('words', models.TextField(blank=True, help_text='Why, as the other mail server put it.')),
                        ('failures', models.PositiveIntegerField(default=0, help_text='Emails that bounced since the address was last good.')),
                        ('soft_failures', models.PositiveSmallIntegerField(default=0, help_text='Recent ones with a temporary reason.')),
                        ('soft_since', models.DateTimeField(blank=True, null=True)),
                        ('complained_at', models.DateTimeField(blank=True, null=True)),
                        ('good_since', models.DateTimeField(blank=True, null=True)),
                        ('mail', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='mail.outboxmail')),
                    ],
                    options={
                        'verbose_name': 'troubled address',
                        'verbose_name_plural': 'troubled addresses',
                        'db_table': 'matches_mailaddress',
                        'constraints': [models.UniqueConstraint(fields=('address',), name='one_row_per_mail_address')],
                    },
                ),
                migrations.CreateModel(
                    name='RefusedMail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('hour', models.DateTimeField()),
                        ('via', models.CharField(choices=[('smtp', 'mail server'), ('webhook', 'provider'), ('imap', 'mailbox')], max_length=8)),
                        ('why', models.CharField(choices=[('unknown', 'unknown address'), ('too_many', 'too many'), ('unreadable', 'unreadable')], max_length=10)),
                        ('number', models.PositiveIntegerField(default=0)),
                        ('last_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('sender', models.CharField(blank=True, max_length=320)),
                        ('peer', models.CharField(blank=True, help_text='The machine that brought the last one, if known.', max_length=64)),
                    ],
                    options={
                        'verbose_name': 'count of refused emails',
                        'verbose_name_plural': 'counts of refused emails',
                        'db_table': 'matches_refusedmail',
                        'constraints': [models.UniqueConstraint(fields=('hour', 'via', 'why'), name='one_count_per_hour_way_and_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='InboundMail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('raw', models.BinaryField()),
                        ('via', models.CharField(choices=[('smtp', 'mail server'), ('webhook', 'provider'), ('imap', 'mailbox')], max_length=8)),
                        ('sender', models.CharField(blank=True, help_text='Of the envelope; empty for a delivery report.', max_length=320)),
                        ('recipients', models.JSONField(default=list, help_text='Of the envelope.')),
                        ('key', models.CharField(max_length=64)),
                        ('digest', models.CharField(max_length=64)),
                        ('token_hash', models.CharField(blank=True, max_length=64)),
                        ('arrived_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('status', models.CharField(choices=[('waiting', 'waiting to be read'), ('done', 'done'), ('ignored', 'ignored'), ('set_aside', 'set aside, needs attention')], default='waiting', max_length=9)),
                        ('next_try_at', models.DateTimeField(default=django.utils.timezone.now)),
                        ('leased_until', models.DateTimeField(blank=True, null=True)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('lost_attempts', models.PositiveSmallIntegerField(default=0, help_text='Attempts during which the worker died.')),
                        ('last_error', models.TextField(blank=True)),
                        ('outcome', models.CharField(blank=True, max_length=40)),
                        ('words', models.CharField(blank=True, max_length=500)),
                        ('processed_at', models.DateTimeField(blank=True, null=True)),
                        ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='inbound_mails', to='matches.match')),
                        ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='inbound_mails', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'inbound email',
                        'verbose_name_plural': 'inbound emails',
                        'db_table': 'matches_inboundmail',
                        'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['next_try_at'], name='inbound_due'), models.Index(condition=models.Q(('status', 'waiting')), fields=['token_hash'], name='inbound_of_token'), models.Index(condition=models.Q(('status', 'set_aside')), fields=['arrived_at'], name='inbound_set_aside'), models.Index(fields=['arrived_at'], name='inbound_by_arrival'), models.Index(fields=['token_hash', 'arrived_at'], name='inbound_to_address'), models.Index(fields=['sender', 'arrived_at'], name='inbound_from_sender')],
                        'constraints': [models.UniqueConstraint(fields=('key',), name='one_inbound_mail_per_key')],
                    },
                ),
            ]
        ),
    ]
