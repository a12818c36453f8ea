import type { Option } from './declaration/option.ts'
import { duration } from './kinds/duration.ts'
import { count, flag, path, share, text } from './kinds/kinds.ts'

const ofMock = { commands: ['mock'] } as const
const ofServers = { commands: ['mock', 'proxy'] } as const

/** What `concordat mock` takes beside the document, and `concordat proxy` of the same. */
export const MOCK_OPTIONS = {
  port: {
    kind: count,
    means: 'the port that it listens on; 0 takes any that is free',
    fallback: 4010,
    flag: { name: 'port', short: 'p', value: 'N', ...ofServers },
    topic: 'run',
  },
  host: {
    kind: text,
    means: 'the address that it listens on; `0.0.0.0` lets other machines in',
    fallback: { text: '127.0.0.1' },
    flag: { name: 'host', value: 'ADDRESS', ...ofServers },
    topic: 'run',
  },
  data: {
    kind: path,
    means:
      'a YAML or JSON file of what it holds at first: items by the path of their list, single things by theirs',
    flag: { name: 'data', value: 'FILE', ...ofMock },
    topic: 'mock',
  },
  items: {
    kind: count,
    means: 'so many items are in each list at first',
    fallback: 3,
    flag: { name: 'items', value: 'N', ...ofMock },
    topic: 'mock',
  },
  keys: {
    kind: flag,
    means:
      'let nobody in but two tenants, whose keys are printed, and who see nothing of each other; without it every credential of the right form will do',
    flag: { name: 'keys', ...ofMock },
    topic: 'mock',
  },
  latency: {
    kind: duration,
    means: 'so much longer does each answer take: `200ms`',
    flag: { name: 'latency', value: 'TIME', ...ofMock },
    topic: 'mock',
  },
  failures: {
    kind: share,
    means: 'the share of requests that are answered with 503, from 0 to 1',
    fallback: 0,
    flag: { name: 'failures', value: 'SHARE', ...ofMock },
    topic: 'mock',
  },
  webhooks: {
    kind: text,
    means:
      "send the document's webhooks to this address, when items come, change and go, and on demand; `{webhook}` in it stands for their name",
    flag: { name: 'webhooks', value: 'URL', ...ofMock },
    topic: 'mock',
  },
  webhookSecret: {
    kind: text,
    means: 'what webhooks are signed with, and the credential of those that ask for one',
    fallback: { text: 'mock-secret' },
    flag: { name: 'webhook-secret', value: 'SECRET', ...ofMock },
    topic: 'mock',
  },
} as const satisfies Readonly<Record<string, Option>>
