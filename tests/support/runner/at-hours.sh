#!/usr/bin/env bash
# Repeats the tests, or those of them that are named, at moments and places where clocks surprise:
# npm run test:hours -- tests/e2e/stats. Needs Debian's faketime.
set -uo pipefail
cd "$(dirname "$0")/../../.."
if ! command -v faketime >/dev/null; then
  echo 'Testes em outras horas pulados: não há faketime nesta máquina (Debian e Ubuntu: apt-get install faketime).'
  exit 0
fi

# Only the date is made up: timers go on by the clock that nobody sets.
export FAKETIME_DONT_FAKE_MONOTONIC=1
# Below a made-up date its timeouts never come, and what a frozen program has locked stays locked.
export FAKETIME_SKIP_CMDS=postgres
# Files bear the true time: a moment before it would be a clock that was set back.
tomorrow=$(date -d tomorrow +%F)
failed=()
count=0
while read -r zone moment; do
  count=$((count + 1))
  echo "== $moment, $zone"
  TZ=$zone faketime "$moment" npx vitest run "$@" </dev/null || failed+=("$moment, $zone")
done <<MOMENTS
America/Sao_Paulo $tomorrow 00:30:00
America/Sao_Paulo $tomorrow 09:59:00
America/Sao_Paulo $tomorrow 12:00:00
America/Sao_Paulo $tomorrow 23:59:00
America/Sao_Paulo 2028-02-29 12:00:00
America/New_York 2028-11-05 01:59:00
Europe/Berlin 2028-03-26 01:59:00
Asia/Tokyo $tomorrow 23:59:00
Pacific/Honolulu $tomorrow 09:59:00
MOMENTS

echo "$count moments, ${#failed[@]} failed"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
