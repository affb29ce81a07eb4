import { expect, test } from 'vitest'
import { MAX_ANSWER_BYTES, readAnswer } from './read-answer.ts'

const JSON_TEXT = '{"code":"KEY_VALID"}'

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const read = (
  type: string | null,
  body: AsyncIterable<Uint8Array> = chunksOf(JSON_TEXT),
  maxBytes?: number,
) => readAnswer({ status: 200, header: (name) => (name === 'content-type' ? type : null), body }, maxBytes)

test.each([
  [null],
  [''],
  ['application/json'],
  [' Application/JSON ; Charset="UTF-8" '],
  ['application/json;charset=utf8'],
  ['application/json; version=1'],
  ['application/problem+json'],
])('reads JSON with the content type %j', async (type) => {
  expect(await read(type)).toMatchObject({ kind: 'json', value: { code: 'KEY_VALID' } })
})

test.each([
  ['text/plain'],
  ['text/htmlx'],
  ['xtext/html'],
  ['application/jsonlines'],
  ['application/json-seq'],
  ['xapplication/json'],
  ['xapplication/problem+json'],
  ['application/a/b+json'],
  ['application/+json'],
  ['application/problem+jsonx'],
  ['application/json; charset=utf-16'],
  ['application/json; charset=utf-8x'],
  ['application/json; charset=xcharset=utf-8'],
  ['application/json; version=1; charset=latin1'],
  [';'],
])('refuses JSON with the content type %j', async (type) => {
  expect(await read(type)).toEqual({ kind: 'malformed', why: `content type "${type}"` })
})

test('shortens and cleans a content type', async () => {
  expect(await read('text/\u009b\u00ad31mred')).toEqual({
    kind: 'malformed',
    why: 'content type "text/31mred"',
  })
  const long = await read(`text/${'x'.repeat(10_000)}`)
  expect(long.kind === 'malformed' && long.why.length).toBeLessThan(100)
})

test.each([['text/html'], ['text/html; charset=utf-8'], ['TEXT/HTML'], ['application/xhtml+xml']])(
  'reports the content type %j as a page, whatever the body',
  async (type) => {
    expect(await read(type)).toEqual({ kind: 'page' })
    expect(await read(type, chunksOf(' '.repeat(MAX_ANSWER_BYTES + 1)))).toEqual({ kind: 'page' })
  },
)

test.each([
  ['<!DOCTYPE html>'],
  ['\n <html lang="en">'],
  ['<head>'],
  ['<body>'],
  ['<Script>'],
  ['<meta charset>'],
])('reports %j as a page, although it claims to be JSON', async (text) => {
  expect(await read('application/json', chunksOf(text))).toEqual({ kind: 'page' })
})

test.each([
  ['an empty body', ''],
  ['XML', '<?xml version="1.0"?>'],
  ['a tag that only begins like one of a page', '<header>'],
  ['a page behind something else', 'x<html>'],
  ['half of the JSON', JSON_TEXT.slice(0, -1)],
  ['two answers', JSON_TEXT + JSON_TEXT],
  ['a duplicate name', '{"code":"KEY_VALID","code":"KEY_VALID"}'],
  ['a byte order mark', `\uFEFF${JSON_TEXT}`],
])('refuses %s', async (_name, text) => {
  expect(await read('application/json', chunksOf(text))).toEqual({
    kind: 'malformed',
    why: 'not JSON, or ambiguous',
  })
})

test('refuses bytes that are not UTF-8', async () => {
  const body = chunksOf('{"note":"', new Uint8Array([0xff]), '"}')
  expect(await read('application/json', body)).toEqual({ kind: 'malformed', why: 'not UTF-8' })
})

test('joins chunks, also inside a character', async () => {
  const bytes = Buffer.from('"é"')
  const body = chunksOf(bytes.subarray(0, 2), bytes.subarray(2))
  expect(await read('application/json', body)).toEqual({ kind: 'json', value: 'é', text: '"é"' })
})

test('stops reading after the limit, and leaves the rest', async () => {
  let isLeft = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('    ')
    } finally {
      isLeft = true
    }
  }
  expect(await read('application/json', endless(), 10)).toEqual({
    kind: 'malformed',
    why: 'longer than 10 bytes',
  })
  expect(isLeft).toBe(true)
  const exact = chunksOf(JSON_TEXT.padEnd(MAX_ANSWER_BYTES))
  expect((await read('application/json', exact)).kind).toBe('json')
})

test('reports a body that breaks off', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON_TEXT)
    throw new Error('The connection closed.')
  }
  for (const type of ['application/json', 'text/html'])
    expect(await read(type, broken())).toEqual({ kind: 'broken' })
})
