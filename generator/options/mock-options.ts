import type { Option } from './declaration/option.ts'
import { durationKind } from './kinds/duration.ts'
import { countKind, flagKind, pathKind, shareKind, textKind } from './kinds/kinds.ts'

const ofMock = { commands: ['mock'] } as const
const ofServers = { commands: ['mock', 'proxy'] } as const

/** Options of `concordat mock` in addition to the document. `concordat proxy` accepts some of them too. */
export const MOCK_OPTIONS = {
  port: {
    kind: countKind,
    means: 'the port to listen on; 0 selects any free port',
    fallback: 4010,
    flag: { name: 'port', short: 'p', value: 'N', ...ofServers },
    topic: 'run',
  },
  host: {
    kind: textKind,
    means: 'the address to listen on; `0.0.0.0` allows connections from other machines',
    fallback: { text: '127.0.0.1' },
    flag: { name: 'host', value: 'ADDRESS', ...ofServers },
    topic: 'run',
  },
  data: {
    kind: pathKind,
    means:
      'a YAML or JSON file with the initial data: items under the path of their list, single resources under their own path',
    flag: { name: 'data', value: 'FILE', ...ofMock },
    topic: 'mock',
  },
  items: {
    kind: countKind,
    means: 'initial number of items in each list',
    fallback: 3,
    flag: { name: 'items', value: 'N', ...ofMock },
    topic: 'mock',
  },
  keys: {
    kind: flagKind,
    means:
      "accept only the printed keys of two tenants, which cannot access each other's data; otherwise, the mock accepts any well-formed credential",
    flag: { name: 'keys', ...ofMock },
    topic: 'mock',
  },
  handlers: {
    kind: pathKind,
    means:
      'a module with your own handlers for some operations, by operationId: `export function getPet({ path }, { answer }) { … }`; the mock responds where a handler is missing or returns nothing',
    flag: { name: 'handlers', value: 'FILE', ...ofMock },
    topic: 'mock',
  },
  noValidation: {
    kind: flagKind,
    means: 'respond as usual even to requests that violate the document',
    flag: { name: 'no-validation', ...ofMock },
    topic: 'mock',
  },
  latency: {
    kind: durationKind,
    means: 'the delay before each response: `200ms`',
    flag: { name: 'latency', value: 'TIME', ...ofMock },
    topic: 'mock',
  },
  failures: {
    kind: shareKind,
    means: 'the share of requests, from 0 to 1, that fail with 503',
    fallback: 0,
    flag: { name: 'failures', value: 'SHARE', ...ofMock },
    topic: 'mock',
  },
  webhooks: {
    kind: textKind,
    means:
      "send the document's webhooks to this address when items are created, changed or deleted, and on demand; `{webhook}` in the address stands for the webhook's name",
    flag: { name: 'webhooks', value: 'URL', ...ofMock },
    topic: 'mock',
  },
  webhookSecret: {
    kind: textKind,
    means: 'the secret that signs webhooks, and the credential for webhooks that require one',
    fallback: { text: 'mock-secret' },
    flag: { name: 'webhook-secret', value: 'SECRET', ...ofMock },
    topic: 'mock',
  },
} as const satisfies Readonly<Record<string, Option>>
