import { type ObjectKind, objectKind } from '../declaration/object.ts'
import type { Option } from '../declaration/option.ts'
import { durationKind } from '../kinds/duration.ts'
import { headerKind, parameterKind } from '../kinds/entries.ts'
import { type Kind, plainKind } from '../kinds/kind.ts'
import {
  aboveKind,
  countKind,
  flagKind,
  listKind,
  oneOfKind,
  pathKind,
  recordKind,
  textKind,
  wholeKind,
} from '../kinds/kinds.ts'
import type { IdentitiesConfig, OperationConfig, TlsConfig, VerifyConfig } from './config-types.ts'
import { identityKind, scopedIdentityKind, signKind } from './credential.ts'
import { ownRuleKind } from './own-rule.ts'
import { secretKind } from './secret.ts'

const identities: ObjectKind<IdentitiesConfig> = objectKind({
  type: 'IdentitiesConfig',
  means: 'The identities that send requests.',
  members: {
    main: { kind: identityKind, means: 'sends all requests that do not need another identity' },
    other: { kind: identityKind, means: 'another tenant, which tries to access the data of `main`' },
    scoped: { kind: scopedIdentityKind, means: 'receives credentials with chosen scopes' },
    reader: {
      kind: identityKind,
      means: 'is allowed only to read; the server should reject its writes',
    },
  },
})

const tls: ObjectKind<TlsConfig> = objectKind({
  type: 'TlsConfig',
  means: 'Certificates for a TLS connection, as PEM files.',
  members: {
    certificate: { kind: pathKind, means: "the client's certificate, for `mutualTLS`" },
    key: { kind: pathKind, means: "the client's private key" },
    passphrase: { kind: secretKind, means: 'the passphrase of the private key' },
    authority: { kind: pathKind, means: "trusted certificate authorities, instead of Node's own" },
  },
  rule: ({ certificate, key }) =>
    (certificate === undefined) === (key === undefined)
      ? undefined
      : 'needs both "certificate" and "key", or neither',
})

const perOperation: ObjectKind<OperationConfig> = objectKind({
  type: 'OperationConfig',
  means: 'Settings for individual operations.',
  members: {
    timeout: { kind: wholeKind, means: 'time limit per request, in milliseconds' },
    rate: { kind: aboveKind, means: 'maximum requests per second, for these operations together' },
    credentials: {
      kind: recordKind(secretKind),
      means: 'credentials of `main`, by security scheme name',
    },
  },
})

/** The command line value that makes the run try every case. */
const EXHAUSTIVE = 'exhaustive'

const budget: Kind<number> = plainKind({
  type: 'number',
  expected: 'a non-negative integer or Infinity',
  schema: { type: 'integer', minimum: 0 },
  expectedText: `a non-negative integer or "${EXHAUSTIVE}"`,
  fits: (value): value is number =>
    value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 0),
  read: (text) => (text === EXHAUSTIVE ? Number.POSITIVE_INFINITY : countKind.read?.(text)),
})

const names = listKind(textKind, 'strings')
const ofVerify = { commands: ['verify'] } as const
const ofOperations = { commands: ['generate', 'verify'] } as const
const repeated = { commands: ['verify'], replay: 'as-given' } as const

/** Options of `concordat verify` and of generated tests: the `verify` property of a configuration. */
export const VERIFY_OPTIONS = {
  operations: {
    kind: names,
    means: 'select these operations: `listPets`, `GET /pets`; `*` matches any string',
    flag: { name: 'operation', value: 'ID', ...ofOperations },
    topic: 'selection',
  },
  paths: {
    kind: names,
    means: 'select these paths: `/pets/{petId}`, `/v2/*`',
    flag: { name: 'path', value: 'PATH', ...ofOperations },
    topic: 'selection',
  },
  methods: {
    kind: names,
    means: 'select these methods: `GET`',
    flag: { name: 'method', value: 'METHOD', ...ofVerify },
    topic: 'selection',
  },
  tags: {
    kind: names,
    means: 'select these tags',
    flag: { name: 'tag', value: 'NAME', ...ofOperations },
    topic: 'selection',
  },
  rules: {
    kind: names,
    means: 'select these rules or rule families',
    flag: { name: 'rule', value: 'NAME', ...ofVerify },
    topic: 'selection',
  },
  ownRules: {
    kind: listKind(ownRuleKind, 'rules'),
    means: 'rules of your own, created with `defineRule`',
    topic: 'selection',
  },
  grades: {
    kind: listKind(oneOfKind('documented', 'derived', 'decided'), 'grades'),
    means: 'select findings with these grades',
    fallback: { words: 'all, except `decided` if the command line has overlays' },
    flag: { name: 'grade', value: 'NAME', ...repeated },
    variable: 'CONCORDAT_GRADES',
    topic: 'selection',
  },
  skipOperations: {
    kind: names,
    means: 'skip these operations; other checks can still call those that only read',
    flag: { name: 'skip-operation', value: 'ID', ...ofOperations },
    topic: 'selection',
  },
  skipPaths: {
    kind: names,
    means: 'skip these paths',
    flag: { name: 'skip-path', value: 'PATH', ...ofOperations },
    topic: 'selection',
  },
  skipTags: {
    kind: names,
    means: 'skip these tags',
    flag: { name: 'skip-tag', value: 'NAME', ...ofOperations },
    topic: 'selection',
  },
  skipDeprecated: {
    kind: flagKind,
    means: 'skip deprecated operations',
    flag: { name: 'skip-deprecated', ...ofVerify },
    topic: 'selection',
  },
  skipRules: {
    kind: names,
    means: 'skip these rules or rule families',
    flag: { name: 'skip-rule', value: 'NAME', ...ofVerify },
    topic: 'selection',
  },
  identities: {
    kind: identities,
    means: 'the credentials of each identity',
    variable:
      'CONCORDAT_KEY, CONCORDAT_CREDENTIAL_<SCHEME>, CONCORDAT_OTHER_KEY, CONCORDAT_READ_KEY, CONCORDAT_KEY_COMMAND',
    topic: 'requests',
  },
  authFile: {
    kind: pathKind,
    means: 'a Web Fuzzing Commons authentication file; its first two users become `main` and `other`',
    flag: { name: 'auth-file', value: 'FILE', ...repeated },
    topic: 'requests',
  },
  tls: { kind: tls, means: 'certificates for TLS connections', topic: 'requests' },
  headers: {
    kind: recordKind(secretKind, headerKind),
    means: 'headers to send with every request',
    flag: { name: 'header', value: '"NAME: VALUE"', ...ofVerify, replay: 'without-secret' },
    topic: 'requests',
  },
  sign: {
    kind: signKind,
    means: 'a function or shell command that signs each request',
    flag: { name: 'sign', value: 'COMMAND', ...repeated },
    topic: 'requests',
  },
  perOperation: {
    kind: recordKind(perOperation),
    means: 'settings of individual operations: `listPets`, `GET /pets*`; later entries override earlier ones',
    topic: 'requests',
  },
  pathParameters: {
    kind: recordKind(textKind, parameterKind),
    means:
      'path parameter values for reads and for parents of new items: `{ project_id: "7" }`; `persons_id` stands for the `id` in `/persons/{id}`',
    flag: { name: 'path-value', value: 'NAME=VALUE', ...repeated },
    variable: 'CONCORDAT_PATH_<PARAMETER>',
    topic: 'requests',
  },
  otherPathParameters: {
    kind: recordKind(textKind, parameterKind),
    means: 'path parameter values for the `other` identity',
    flag: { name: 'other-path-value', value: 'NAME=VALUE', ...repeated },
    variable: 'CONCORDAT_OTHER_PATH_<PARAMETER>',
    topic: 'requests',
  },
  expendable: {
    kind: listKind(textKind, 'strings', 'adds'),
    means: 'existing items that the run may change and delete: `/pets/7`',
    flag: { name: 'expendable', value: 'PATH', ...repeated },
    variable: 'CONCORDAT_EXPENDABLE',
    topic: 'requests',
  },
  readOnly: {
    kind: flagKind,
    means: 'send only GET, HEAD and OPTIONS',
    flag: { name: 'read-only', ...repeated },
    topic: 'limits',
  },
  changeExisting: {
    kind: flagKind,
    means: 'change, but never delete, existing items if the run cannot create its own',
    flag: { name: 'change-existing', ...repeated },
    topic: 'limits',
  },
  allow: {
    kind: names,
    means: 'call these operations, which the run otherwise leaves alone because they might do harm',
    flag: { name: 'allow', value: 'ID', ...repeated },
    topic: 'limits',
  },
  disposable: {
    kind: flagKind,
    means: 'allow the run to break the server, but not to affect credentials',
    flag: { name: 'disposable', ...repeated },
    topic: 'limits',
  },
  rate: {
    kind: aboveKind,
    means: 'maximum requests per second',
    fallback: { words: 'as fast as the server responds' },
    flag: { name: 'rate', value: 'N', ...repeated },
    topic: 'limits',
  },
  concurrency: {
    kind: wholeKind,
    means: 'maximum simultaneous reads in each job',
    fallback: 4,
    flag: { name: 'concurrency', value: 'N', ...repeated },
    topic: 'limits',
  },
  jobs: {
    kind: wholeKind,
    means: 'number of parallel parts of a run; each creates its own parent items',
    fallback: 1,
    flag: { name: 'jobs', value: 'N', ...repeated },
    topic: 'limits',
  },
  timeout: {
    kind: wholeKind,
    means: 'time limit per request, in milliseconds',
    fallback: 10_000,
    flag: { name: 'timeout', value: 'MS', ...repeated },
    topic: 'limits',
  },
  maxRequests: {
    kind: countKind,
    means: 'end the run after this many requests, not counting the cleanup',
    flag: { name: 'max-requests', value: 'N', ...ofVerify },
    topic: 'limits',
  },
  maxTime: {
    kind: durationKind,
    means: 'end the run after this time: seconds, `90s` or `5m`',
    flag: { name: 'max-time', value: 'TIME', ...ofVerify },
    topic: 'limits',
  },
  budget: {
    kind: budget,
    means:
      'approximate maximum requests per operation; `exhaustive`, or `Infinity` in a configuration, removes the limit',
    fallback: 80,
    flag: { name: 'budget', value: 'N', ...repeated },
    variable: 'CONCORDAT_BUDGET',
    topic: 'limits',
  },
  seed: {
    kind: textKind,
    means: 'a string that determines the test cases and values',
    fallback: { words: '`concordat`, or `mock` for mocks' },
    flag: { name: 'seed', value: 'TEXT', commands: ['verify', 'mock'] },
    variable: 'CONCORDAT_SEED',
    topic: 'limits',
  },
  undocumentedFields: {
    kind: oneOfKind('allow', 'report'),
    means: 'allow or report response properties that the schema lacks',
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
    kind: pathKind,
    means: 'the file of known failures',
    flag: { name: 'baseline', value: 'FILE', ...ofVerify },
    topic: 'results',
  },
} as const satisfies Readonly<Record<string, Option>>

/** The `verify` property of a configuration. */
export const verifyKind: ObjectKind<VerifyConfig> = objectKind({
  type: 'VerifyConfig',
  means: 'Settings for testing a server with `concordat verify` and the generated tests.',
  members: VERIFY_OPTIONS,
})
