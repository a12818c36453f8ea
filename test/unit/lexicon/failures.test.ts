import { describe, expect, test } from 'vitest'
import {
  isFailureTold,
  isObjectionTold,
  isOutcomeNamed,
  isStatementErrorTold,
  missingServiceTold,
  outcomeTold,
} from '../../../runtime/contract/lexicon/lexicon.ts'

describe('content that only tells a failure', () => {
  test.each([
    { ok: false, error: 'channel_not_found' },
    { success: false, errors: [{ code: 7, message: 'Name is required.' }], result: null },
    { status: 'error', message: 'Invalid id' },
    { code: 1, message: 'padID does not exist', data: null },
    { code: 40_401, msg: 'No such user', data: {} },
    { errcode: 40_013, errmsg: 'invalid appid' },
  ])('%j', (content) => expect(isFailureTold(content)).toBe(true))
})

describe('content of its own, or of a success', () => {
  test.each([
    { ok: true, channel: { id: 'c1' } },
    { ok: false, error: 'timeout', id: 7 },
    { success: false },
    { status: 'failed', message: 'Out of disk space', finishedAt: '2030-01-01T00:00:00Z' },
    { code: 0, message: 'ok', data: null },
    { code: 200, message: 'The name is required for a login.', data: null },
    { code: 1, message: 'ok', data: null },
    { code: 1, message: 'padID does not exist', data: { padID: 'p1' } },
    { error: null, message: 'done' },
    { code: 5, name: 'unknown' },
    [],
    null,
    'error',
  ])('%j', (content) => expect(isFailureTold(content)).toBe(false))
})

describe('an outcome', () => {
  test.each([
    [
      { code: 500, message: 'Busy.', data: null },
      { name: 'code', code: 500, hasContent: false },
    ],
    [
      { errcode: 40_013, errmsg: 'invalid appid' },
      { name: 'errcode', code: 40_013, hasContent: false },
    ],
    [
      { code: 200, message: 'ok', data: { id: 'c1' } },
      { name: 'code', code: 200, hasContent: true },
    ],
    [{ id: 'c1', name: 'Anna' }, undefined],
  ])('of %j', (content, outcome) => expect(outcomeTold(content)).toEqual(outcome))
})

test.each([
  '{"code":13,"message":"near \\"OFFSET\\": syntax error","details":[]}',
  'ERROR: syntax error at or near "limit" (SQLSTATE 42601)',
  'You have an error in your SQL syntax; check the manual',
  'org.hibernate.exception.SQLGrammarException: could not execute query',
])('a rejected statement: %s', (text) => expect(isStatementErrorTold(text)).toBe(true))

test.each(['Syntax error in JSON at position 4', 'runtime error: index out of range [-1]'])(
  'no rejected statement: %s',
  (text) => expect(isStatementErrorTold(text)).toBe(false),
)

describe('words that only object to a request', () => {
  test.each([
    ['Key not found', true],
    ['not_supported: The recipient public key type is not supported', true],
    ["Content type 'text/plain;charset=UTF-8' not supported", true],
    ['Required request body is missing', true],
    ['Unexpected end of JSON input', true],
    ["Cannot read properties of undefined (reading 'claims')", false],
    ['runtime error: invalid memory address or nil pointer dereference', false],
    ['pq: duplicate key value violates unique constraint', false],
    ['Bad parameters: you must choose at least one stream', true],
    ['strconv.Atoi: parsing "99999999999999999999": value out of range', true],
    ['page should be within [1, 1] range, given 0', true],
    ['no fee preference specified', true],
    ['need a message to sign', true],
    ['runtime error: index out of range [-1]', false],
    ["unsupported operand type(s) for +: 'int' and 'str'", false],
    ['No such file or directory', false],
    ['relation "pets" does not exist', false],
    ['Object of type Decimal is not JSON serializable', false],
    ['division by zero', false],
    ['Internal Server Error', false],
  ])('%s: %s', (words, isObjection) => expect(isObjectionTold(words)).toBe(isObjection))
})

test.each([
  ['SMTP server needed to fulfill this request is not configured', 'mail'],
  ['Get "https://registry.example/v2/": dial tcp: lookup registry.example: no such host', 'network'],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'network'],
  ['Internal Server Error', undefined],
  ['The mail is missing', undefined],
])('the service that a server misses in "%s" is %s', (text, service) => {
  expect(missingServiceTold(text)).toBe(service)
})

test.each([
  [['code', 'message'], true],
  [['code', 'msg', 'success'], true],
  [['errcode', 'errmsg'], true],
  [['code', 'message', 'data'], false],
  [['code', 'description'], false],
  [['id', 'message'], false],
  [['message'], false],
])('%j are names of an outcome alone: %s', (names, expected) => {
  expect(isOutcomeNamed(names)).toBe(expected)
})
