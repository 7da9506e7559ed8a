# make run    the site on this machine, with demo players, until Ctrl-C
# make test   everything that is checked
# make check  types and style, and the tests of what changed
# make lint   types and style alone
# make bench  how fast it is
# make faults what can go wrong outside the code, many times over; writes docs/faults.md
# make lock   after a change of requirements/*.in
# make release VERSION=1.1.0   commit and tag a version; CHANGELOG.md says what is new in it
.PHONY: run test check lint bench faults lock release
.DELETE_ON_ERROR:

run: .venv/.run
	@exec .venv/bin/python manage.py serve

test: .venv/.dev
	@.venv/bin/python -m tests.support.chromium
	@.venv/bin/python -m tests.run

check: .venv/.dev
	@.venv/bin/python -m tests.check

lint: .venv/.dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html')
	.venv/bin/python -m tests.support.long_lines
	.venv/bin/lint-imports --no-cache
	.venv/bin/python -m tests.support.circles
	.venv/bin/python -m tests.support.formats_asked
	.venv/bin/python -m tests.support.private_names
	.venv/bin/python -m tests.support.shared_names
	.venv/bin/python -m tests.support.voice
	.venv/bin/mypy
	.venv/bin/python manage.py makemigrations --check
	@echo check --deploy
	@VAR_DIR=var/check SECRET_KEY=$$(.venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(50))') \
	SITE_URL=https://play.example.org TRUSTED_PROXIES=1 EMAIL_URL=smtp://localhost \
	.venv/bin/python -W error manage.py check --deploy --fail-level WARNING

bench: .venv/.run .venv/.bench
	.venv/bin/python -m bench

faults: .venv/.dev
	@.venv/bin/python -m tests.faults

release: .venv/.dev
	@.venv/bin/python -m tests.releases.release $(VERSION)

.venv/.%: requirements/%.txt requirements/install.sh
	@echo "Installing the $* packages into .venv…"
	@requirements/install.sh $*

# rustworkx names numpy, but a matching asks nothing of it; in dev.txt it stays for mypy, which reads rustworkx's types.
lock: .venv/.dev
	.venv/bin/python -m pip install --quiet pip-tools
	cd requirements && for set in production run dev bench; do CUSTOM_COMPILE_COMMAND="make lock" \
	../.venv/bin/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	--no-emit-trusted-host --no-emit-find-links --no-emit-options --output-file $$set.txt $$set.in || exit 1; done
	sed -i '/^numpy==/,/# via/d' requirements/production.txt requirements/run.txt
