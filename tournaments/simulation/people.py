"""Players who are made up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import count, product
from random import Random
from typing import Final

from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.names.lookalikes import name_skeleton

DOMAIN: Final = "simulated.invalid"  # no mail can get there (RFC 2606, 2)
FIRST: Final = (
    "Ada Amir Aroha Bela Bruno Chidi Clara Dana Eero Elif Emeka Farah Gita Gustav Hana Hugo Ines Ivo Jana Jonas Kaori "
    "Kofi Lena Luis Mara Mateo Mina Nadia Nils Olga Omar Paula Priya Rafael Rosa Samir Sven Tala Tomas Uma Vera Wanda "
    "Yara Yusuf Zoe"
).split()
LAST: Final = (
    "Abara Bakker Castel Dahl Eklund Farkas Gallo Haddad Ito Jansen Kaya Lindqvist Moreau Novak Okafor Petrov Quist "
    "Rossi Silva Tamm Ueda Varga Weiss Yilmaz Zelenka"
).split()


def make_up(number: int, random: Random, joined_at: datetime) -> list[User]:
    """Make that many players whom no one can log in as, under new names."""
    names = _free_names(random)
    players = [
        User(email=f"{name.lower().replace(' ', '.')}@{DOMAIN}", display_name=name, password="!", joined_at=joined_at)
        for name in (next(names) for _ in range(number))
    ]
    made = User.objects.bulk_create(players, batch_size=500)
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=player, email=player.email, verified=True, primary=True) for player in made], batch_size=500
    )
    return made


def _free_names(random: Random) -> Iterator[str]:
    taken = {name_skeleton(name) for name in User.objects.values_list("display_name", flat=True)}
    for generation in count(1):
        names = [f"{first} {last}" for first, last in product(FIRST, LAST)]
        random.shuffle(names)
        for name in names if generation == 1 else (f"{name} {generation}" for name in names):
            if name_skeleton(name) not in taken:
                yield name
