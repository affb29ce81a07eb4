#!/bin/sh
# Computes the golden vectors with sha1sum, independently of the implementation under test.
# Usage: sh packages/protocol/vectors/make.sh > packages/protocol/vectors/key-check.json
set -eu

sha1() { printf '%s' "$1" | sha1sum | cut -d ' ' -f 1; }

# vector NONCE SECRET_1 KEY SECRET_2 TIME SECRET_3 DEVICE_ID CODE
vector() {
  printf '  {\n'
  printf '    "nonce": "%s", "key": "%s", "time": "%s",\n' "$1" "$3" "$5"
  printf '    "deviceId": "%s", "code": "%s",\n' "$7" "$8"
  printf '    "secrets": ["%s", "%s", "%s"],\n' "$2" "$4" "$6"
  printf '    "request": "%s",\n' "$(sha1 "$1$2$3$4$5$6$7")"
  printf '    "response": "%s"\n' "$(sha1 "$1$6$8")"
  printf '  }'
}

printf '[\n'
vector 0123456789abcdef first abcdefghijklmnopqrstuvwxyzABCDEF second 1700000000 third \
  d41d8cd98f00b204e9800998ecf8427e KEY_VALID
printf ',\n'
vector ZZZZZZZZZZZZZZZZ 'with space' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef 'plus+percent%' 0 'slash/colon:' \
  0000000000000000 KEY_VALID
printf ',\n'
vector aB3dE6gH9jK2mN5p 'ümläut' QwErTyUiOpAsDfGhJkLzXcVbNmQwErTy '秘密' 2147483647 '🔑' \
  9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 KEY_VALID
printf '\n]\n'
