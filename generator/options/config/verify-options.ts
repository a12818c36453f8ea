import { type ObjectKind, objectOf } from '../declaration/object.ts'
import type { Option } from '../declaration/option.ts'
import { duration } from '../kinds/duration.ts'
import { header, parameter } from '../kinds/entries.ts'
import { type Kind, plain } from '../kinds/kind.ts'
import { above, count, flag, list, oneOf, path, record, text, whole } from '../kinds/kinds.ts'
import type { IdentitiesConfig, TlsConfig, VerifyConfig } from './config-types.ts'
import { identity, scopedIdentity } from './credential.ts'
import { ownRule } from './own-rule.ts'
import { secret } from './secret.ts'

const identities: ObjectKind<IdentitiesConfig> = objectOf({
  type: 'IdentitiesConfig',
  means: 'Who sends requests.',
  members: {
    main: { kind: identity, means: 'sends all requests that do not need another identity' },
    other: { kind: identity, means: 'of another tenant: tries what is not its own' },
    scoped: { kind: scopedIdentity, means: 'gets credentials with chosen scopes' },
    reader: {
      kind: identity,
      means: 'may read what `main` reads, and change nothing: its writes are to be refused',
    },
  },
})

const tls: ObjectKind<TlsConfig> = objectOf({
  type: 'TlsConfig',
  means: 'Certificates of a TLS connection: PEM files.',
  members: {
    certificate: { kind: path, means: "the client's certificate, for `mutualTLS`" },
    key: { kind: path, means: 'its key' },
    passphrase: { kind: secret, means: 'what the key is encrypted with' },
    authority: { kind: path, means: 'authorities that are trusted, instead of those that Node knows' },
  },
  rule: ({ certificate, key }) =>
    (certificate === undefined) === (key === undefined)
      ? undefined
      : 'needs both "certificate" and "key", or neither',
})

/** How the command line asks for every case. */
const EXHAUSTIVE = 'exhaustive'

const budget: Kind<number> = plain({
  type: 'number',
  expected: 'a whole number, 0 or above, or Infinity',
  expectedText: `a whole number, 0 or above, or "${EXHAUSTIVE}"`,
  fits: (value): value is number =>
    value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 0),
  read: (text) => (text === EXHAUSTIVE ? Number.POSITIVE_INFINITY : count.read?.(text)),
})

const names = list(text, 'texts')
const ofVerify = { commands: ['verify'] } as const
const ofOperations = { commands: ['generate', 'verify'] } as const
const repeated = { commands: ['verify'], replay: 'as-given' } as const

/** The options of `concordat verify` and of the generated tests: the member `verify` of a configuration. */
export const VERIFY_OPTIONS = {
  operations: {
    kind: names,
    means: 'only these operations, by operationId or as "GET /pets"',
    flag: { name: 'operation', value: 'ID', ...ofOperations },
    topic: 'selection',
  },
  tags: {
    kind: names,
    means: 'only operations with one of these tags',
    flag: { name: 'tag', value: 'NAME', ...ofOperations },
    topic: 'selection',
  },
  rules: {
    kind: names,
    means: 'only these rules',
    flag: { name: 'rule', value: 'NAME', ...ofVerify },
    topic: 'selection',
  },
  ownRules: {
    kind: list(ownRule, 'rules'),
    means:
      'rules of your own, made by `defineRule`, which are run after the others by `concordat verify`: see [own-rules.md](own-rules.md)',
    topic: 'selection',
  },
  grades: {
    kind: list(oneOf('documented', 'derived', 'decided'), 'grades'),
    means:
      'only findings of these grades: `documented`, `derived` or `decided`, which is what only an overlay states',
    fallback: { words: 'all; where the command line names overlays, all but `decided`' },
    flag: { name: 'grade', value: 'NAME', ...repeated },
    variable: 'CONCORDAT_GRADES',
    topic: 'selection',
  },
  skipOperations: {
    kind: names,
    means: 'leave these operations out',
    flag: { name: 'skip-operation', value: 'ID', ...ofOperations },
    topic: 'selection',
  },
  skipTags: {
    kind: names,
    means: 'leave operations with one of these tags out',
    flag: { name: 'skip-tag', value: 'NAME', ...ofOperations },
    topic: 'selection',
  },
  skipRules: {
    kind: names,
    means: 'leave these rules out',
    flag: { name: 'skip-rule', value: 'NAME', ...ofVerify },
    topic: 'selection',
  },
  identities: {
    kind: identities,
    means: 'who sends requests, and with which credentials',
    variable:
      'CONCORDAT_KEY, CONCORDAT_CREDENTIAL_<SCHEME>, CONCORDAT_OTHER_KEY, CONCORDAT_READ_KEY, CONCORDAT_KEY_COMMAND',
    topic: 'requests',
  },
  authFile: {
    kind: path,
    means: 'an authentication file of Web Fuzzing Commons: its first user is `main`, its second `other`',
    flag: { name: 'auth-file', value: 'FILE', ...repeated },
    topic: 'requests',
  },
  tls: { kind: tls, means: 'certificates of the connection', topic: 'requests' },
  headers: {
    kind: record(secret, header),
    means: 'headers that are sent with every request',
    flag: { name: 'header', value: '"NAME: VALUE"', ...ofVerify, replay: 'without-secret' },
    topic: 'requests',
  },
  pathParameters: {
    kind: record(text, parameter),
    means:
      'values of path parameters that can neither be created nor discovered, by name or by collection and name: `persons_id`',
    flag: { name: 'path', value: 'NAME=VALUE', ...repeated },
    variable: 'CONCORDAT_PATH_<PARAMETER>',
    topic: 'requests',
  },
  otherPathParameters: {
    kind: record(text, parameter),
    means: 'the same of the identity `other`: what its own paths begin with',
    flag: { name: 'other-path', value: 'NAME=VALUE', ...repeated },
    variable: 'CONCORDAT_OTHER_PATH_<PARAMETER>',
    topic: 'requests',
  },
  expendable: {
    kind: list(text, 'texts', 'adds'),
    means:
      'paths of items that a run may change and delete, each once, where none can be created: `/pets/7`; all that are given add up',
    flag: { name: 'expendable', value: 'PATH', ...repeated },
    variable: 'CONCORDAT_EXPENDABLE',
    topic: 'requests',
  },
  readOnly: {
    kind: flag,
    means: 'send nothing but GET, HEAD and OPTIONS',
    flag: { name: 'read-only', ...repeated },
    topic: 'limits',
  },
  changeExisting: {
    kind: flag,
    means: 'change, but never delete, items that the run did not create, where it cannot create its own',
    flag: { name: 'change-existing', ...repeated },
    topic: 'limits',
  },
  allow: {
    kind: names,
    means:
      'send these operations too, which write or start work beyond what a run makes: the run names them as "left alone"',
    flag: { name: 'allow', value: 'ID', ...repeated },
    topic: 'limits',
  },
  disposable: {
    kind: flag,
    means: 'leave nothing alone, not even methods that the document does not have: the server may be broken',
    flag: { name: 'disposable', ...repeated },
    topic: 'limits',
  },
  rate: {
    kind: above,
    means: 'requests a second at most',
    fallback: { words: 'as fast as the server answers' },
    flag: { name: 'rate', value: 'N', ...repeated },
    topic: 'limits',
  },
  concurrency: {
    kind: whole,
    means: "requests under way at once, where none depends on another's answer",
    fallback: 4,
    flag: { name: 'concurrency', value: 'N', ...repeated },
    topic: 'limits',
  },
  jobs: {
    kind: whole,
    means: 'parts of the document that `verify` tests at the same time, each with items of its own',
    fallback: 1,
    flag: { name: 'jobs', value: 'N', ...repeated },
    topic: 'limits',
  },
  timeout: {
    kind: whole,
    means: 'milliseconds for one request',
    fallback: 10_000,
    flag: { name: 'timeout', value: 'MS', ...repeated },
    topic: 'limits',
  },
  maxRequests: {
    kind: count,
    means: 'end the run after so many requests; those that clean up come on top',
    flag: { name: 'max-requests', value: 'N', ...ofVerify },
    topic: 'limits',
  },
  maxTime: {
    kind: duration,
    means:
      'end the run after so many seconds, or a time as `90s` or `5m`: its clean-up and its report have their part of it',
    flag: { name: 'max-time', value: 'TIME', ...ofVerify },
    topic: 'limits',
  },
  budget: {
    kind: budget,
    means:
      'requests for each operation at most, over all rules; `exhaustive`, in a configuration `Infinity`, sends every case',
    fallback: 80,
    flag: { name: 'budget', value: 'N', ...repeated },
    variable: 'CONCORDAT_BUDGET',
    topic: 'limits',
  },
  seed: {
    kind: text,
    means: 'any text; another one chooses other cases, and makes other values',
    flag: { name: 'seed', value: 'TEXT', commands: ['verify', 'mock'] },
    variable: 'CONCORDAT_SEED',
    topic: 'limits',
  },
  undocumentedFields: {
    kind: oneOf('allow', 'report'),
    means: 'whether members of an answer that its schema does not name are findings',
    fallback: { text: 'allow' },
    flag: {
      name: 'undocumented-fields',
      value: 'allow|report',
      commands: ['verify', 'proxy'],
      replay: 'as-given',
    },
    topic: 'results',
  },
  baseline: {
    kind: path,
    means:
      'the file of known failures, YAML, or JSON by its name: they do not fail the run, but the run fails when one is gone',
    flag: { name: 'baseline', value: 'FILE', ...ofVerify },
    topic: 'results',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The member `verify` of a configuration. */
export const verify: ObjectKind<VerifyConfig> = objectOf({
  type: 'VerifyConfig',
  means:
    'How `concordat verify` and the generated tests test a server. The environment goes before it, and before that an option of the command line.',
  members: VERIFY_OPTIONS,
})
