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
failed=()
count=0
while read -r zone moment; do
  count=$((count + 1))
  echo "== $moment, $zone"
  TZ=$zone faketime "$moment" npx vitest run "$@" </dev/null || failed+=("$moment, $zone")
done <<'MOMENTS'
America/Sao_Paulo 2026-11-23 00:30:00
America/Sao_Paulo 2026-11-23 09:59:00
America/Sao_Paulo 2026-11-23 12:00:00
America/Sao_Paulo 2026-11-23 23:59:00
America/Sao_Paulo 2028-02-29 12:00:00
America/New_York 2026-11-01 01:59:00
Europe/Berlin 2027-03-28 01:59:00
Asia/Tokyo 2026-11-23 23:59:00
Pacific/Honolulu 2026-11-23 09:59:00
MOMENTS

echo "$count moments, ${#failed[@]} failed"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
