import path from 'node:path'
import { readServers } from '../domains/dns.ts'
import { readAddressPolicy } from '../outbound/address-policy.ts'
import type { Setting } from './setting.ts'
import { httpAddress, httpAddresses, integer, oneOf, originOf } from './value-readers.ts'

/** Beside the code, ignored by Git. */
const defaultFolder = path.join(import.meta.dirname, '..', '..', '.data')

/** Every setting, in the order of the help and of the table in docs/service.md. */
export const settings = {
  host: {
    variable: 'HOST',
    option: 'host',
    takes: 'an address of this machine',
    fallback: '127.0.0.1',
    means: 'address to listen on; 0.0.0.0 for all',
    read: (text) => text,
  },
  port: {
    variable: 'PORT',
    option: 'port',
    takes: 'an integer from 0 to 65535',
    fallback: '8000',
    means: 'port to listen on, 0 for a free one',
    read: integer(0, 65_535),
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    takes: 'an integer from 1 to 65535',
    means:
      'port at which `/metrics` is answered, and then nowhere else; if absent, it is answered beside everything else',
    read: integer(1, 65_535),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    takes: 'an http or https address without a path',
    means:
      'where callers reach the service, for the links between pages of a list; their `Host` header if absent',
    read: originOf,
  },
  role: {
    variable: 'ROLE',
    option: 'role',
    takes: 'all, web or worker',
    fallback: 'all',
    means: 'what this process does: answer requests, run jobs, or both',
    read: oneOf('all', 'web', 'worker'),
  },
  dataFolder: {
    variable: 'DATA_FOLDER',
    option: 'data',
    takes: 'the path of a folder',
    fallback: defaultFolder,
    means: 'folder of the embedded PostgreSQL and of all else that is kept in files; made when missing',
    read: (text) => path.resolve(text),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    takes: 'postgres://user:password@host:port/name',
    means: 'another PostgreSQL, 15 or later, instead of the embedded one; `--data` goes before it',
    isSecret: true,
    read: (text) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined),
  },
  databaseConnections: {
    variable: 'DATABASE_CONNECTIONS',
    takes: 'an integer from 2 to 1000',
    fallback: '20',
    means: 'connections to PostgreSQL for requests; searches, jobs and the start take up to 22 more',
    read: integer(2, 1000),
  },
  clickhouseUrls: {
    variable: 'CLICKHOUSE_URL',
    takes: 'http or https addresses of one ClickHouse, joined by commas',
    means:
      'ClickHouse that events live in, and that analysis views, values, timelines and exports are read from; if absent, they stay in PostgreSQL',
    isSecret: true,
    read: httpAddresses,
  },
  clickhouseUser: {
    variable: 'CLICKHOUSE_USER',
    takes: 'the name of a user',
    fallback: 'default',
    means: 'user of ClickHouse, who may create, read and write the tables of CLICKHOUSE_DATABASE',
    read: (text) => text,
  },
  clickhousePassword: {
    variable: 'CLICKHOUSE_PASSWORD',
    takes: 'a password',
    means: 'password of that user; none if absent',
    isSecret: true,
    read: (text) => text,
  },
  clickhouseDatabase: {
    variable: 'CLICKHOUSE_DATABASE',
    takes: 'a name of letters, digits and underscores',
    fallback: 'concordat',
    means: 'database of ClickHouse for the events of this service alone; made when missing',
    read: (text) => (/^[A-Za-z_]\w{0,62}$/.test(text) ? text : undefined),
  },
  clickhouseCluster: {
    variable: 'CLICKHOUSE_CLUSTER',
    takes: 'the name of a cluster in the configuration of ClickHouse',
    means: 'cluster that the tables are spread over, replicated on its shards; if absent, one server has all',
    read: (text) => (/^[\w.-]{1,100}$/.test(text) ? text : undefined),
  },
  outboxEvents: {
    variable: 'CLICKHOUSE_OUTBOX',
    takes: 'an integer from 1000 to 999999999',
    fallback: '10000000',
    means:
      'events that may wait in PostgreSQL for ClickHouse, at about as many bytes as they come in with; captured ones are refused with 503 while there are more',
    read: integer(1000, 999_999_999),
  },
  receiptDays: {
    variable: 'CLICKHOUSE_RECEIPT_DAYS',
    takes: 'an integer from 1 to 3650',
    fallback: '30',
    means: 'days for which an event that comes again is known by its UUID, where events live in ClickHouse',
    read: integer(1, 3650),
  },
  requestSeconds: {
    variable: 'REQUEST_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '60',
    means: 'time for a request to come in whole, and again for its answer; then it is refused with 503',
    read: integer(1, 3600),
  },
  searchSeconds: {
    variable: 'SEARCH_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '20',
    means: 'time for a statement of a search: of filters, regular expressions and analysis views',
    read: integer(1, 3600),
  },
  shutdownSeconds: {
    variable: 'SHUTDOWN_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '30',
    means: 'time for what is under way when the process is told to stop',
    read: integer(1, 3600),
  },
  drainSeconds: {
    variable: 'DRAIN_SECONDS',
    takes: 'an integer from 0 to 600',
    fallback: '0',
    means: 'time between saying at `/readyz` that the process stops and taking no more connections',
    read: integer(0, 600),
  },
  clearEventsSchedule: {
    variable: 'CLEAR_EVENTS_SCHEDULE',
    takes: 'a cron expression of five fields',
    fallback: '0 5 * * 0',
    means: 'when the events of deleted persons are deleted, in UTC',
    read: (text) => (/^\S+( \S+){4}$/.test(text) ? text : undefined),
  },
  secretKey: {
    variable: 'SECRET_KEY',
    takes: 'a text of 16 characters or more',
    means:
      'key that the secrets of batch exports are encrypted with, the same for all processes; if absent, the file `secret.key` of the data folder holds one',
    isSecret: true,
    read: (text) => (text.length >= 16 ? text : undefined),
  },
  earlierSecretKeys: {
    variable: 'EARLIER_SECRET_KEYS',
    takes: 'texts of 16 characters or more, joined by commas',
    means:
      'keys that were SECRET_KEY before: what was encrypted with them can still be read, and `npm run admin -- reseal` encrypts it anew',
    isSecret: true,
    read: (text) => (text.split(',').every((key) => key.length >= 16) ? text.split(',') : undefined),
  },
  exportFolder: {
    variable: 'EXPORT_FOLDER',
    takes: 'the path of a folder',
    means:
      'folder below which batch exports may write files; if absent, the folder `exports` of the data folder',
    read: (text) => path.resolve(text),
  },
  exportRetrySeconds: {
    variable: 'EXPORT_RETRY_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '5',
    means: 'time after which a failed run of a batch export is tried again; it doubles with each attempt',
    read: integer(1, 3600),
  },
  exportProcesses: {
    variable: 'EXPORT_PROCESSES',
    takes: 'an integer from 1 to 100',
    fallback: '4',
    means: 'processes that do runs of batch exports, one run at a time each; begun when they are needed',
    read: integer(1, 100),
  },
  exportShare: {
    variable: 'EXPORT_SHARE',
    takes: 'an integer from 1 to 100',
    fallback: '2',
    means:
      'runs of one organization at a time, over all processes; less than EXPORT_PROCESSES, so that nobody has them all',
    read: integer(1, 100),
  },
  exportMemory: {
    variable: 'EXPORT_MEMORY',
    takes: 'an integer from 128 to 65536',
    fallback: '512',
    means:
      'megabytes that each of these processes may hold; one that comes to more is ended, and its run tried again',
    read: integer(128, 65_536),
  },
  exportRunSeconds: {
    variable: 'EXPORT_RUN_SECONDS',
    takes: 'an integer from 1 to 1000000',
    fallback: '14400',
    means: 'time that all attempts of a run may take together; then it ends as `TimedOut`',
    read: integer(1, 1_000_000),
  },
  batchExportLevel: {
    variable: 'BATCH_EXPORT_LEVEL',
    takes: 'member, administrator or owner',
    fallback: 'member',
    means:
      'what a member of an organization has to be, at least, to create, change, run or delete batch exports',
    read: oneOf('member', 'administrator', 'owner'),
  },
  rateLimits: {
    variable: 'RATE_LIMITS',
    takes: 'on or off',
    fallback: 'off',
    means: 'whether callers are held to a number of requests a minute and an hour',
    read: oneOf('on', 'off'),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    takes: 'smtp://user:password@host:port, or smtps:// for TLS from the start',
    means:
      'server that sends e-mails; without one they are written into the folder `outbox` of the data folder',
    isSecret: true,
    read: (text) => (/^smtps?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    takes: 'an e-mail address, alone or in angle brackets after a name',
    fallback: 'Concordat <no-reply@localhost>',
    means: 'sender of e-mails',
    read: (text) =>
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : undefined,
  },
  invitesPerDay: {
    variable: 'INVITES_PER_DAY',
    takes: 'an integer from 1 to 1000000',
    fallback: '500',
    means:
      'invites that an organization may make within 24 hours: each sends an e-mail with a text of its own',
    read: integer(1, 1_000_000),
  },
  inviteLink: {
    variable: 'INVITE_LINK',
    takes: 'an http or https address with {id} in it',
    means:
      'page where people accept an invite, as their e-mail names it; `{id}` stands for the invite; if absent, a page of the service at PUBLIC_URL',
    read: (text) => (/^https?:\/\/\S*\{id\}\S*$/.test(text) ? text : undefined),
  },
  dnsServers: {
    variable: 'DNS_SERVERS',
    takes: 'none, or addresses joined by commas, each with a port if it is not 53',
    means:
      "name servers that are asked to verify domains, instead of the system's own; `none` asks nobody, and verifies no domain",
    read: readServers,
  },
  addressPolicy: {
    variable: 'ALLOW_PRIVATE_ADDRESSES',
    takes: 'all, or networks as 10.0.0.0/8 joined by commas',
    means:
      'addresses that are not public and that plugins and the destinations of batch exports may reach even so; none if absent',
    read: readAddressPolicy,
  },
  registryUrl: {
    variable: 'REGISTRY_URL',
    takes: 'an http or https address',
    means:
      'npm registry that plugins are installed from; if absent, the one that npm uses; a private one also needs ALLOW_PRIVATE_ADDRESSES',
    read: httpAddress,
  },
  githubApi: {
    variable: 'GITHUB_API',
    takes: 'an http or https address',
    fallback: 'https://api.github.com',
    means: 'programming interface of the GitHub that plugins of github.com are installed from',
    read: httpAddress,
  },
  gitlabApi: {
    variable: 'GITLAB_API',
    takes: 'an http or https address',
    fallback: 'https://gitlab.com/api/v4',
    means: 'programming interface of the GitLab that plugins of gitlab.com are installed from',
    read: httpAddress,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    takes: 'info, warn or error',
    fallback: 'info',
    means: 'the least that is logged; `info` has a line for every request',
    read: oneOf('info', 'warn', 'error'),
  },
  tracesUrl: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    takes: 'an http or https address',
    means:
      'where traces are sent, by OTLP over HTTP, as http://127.0.0.1:4318/v1/traces; if absent, nothing is traced',
    isSecret: true,
    read: httpAddress,
  },
  tracesShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    takes: 'a number from 0 to 1',
    fallback: '1',
    means:
      'share of the traces that begin here and are sent; requests with a `traceparent` say it themselves',
    read: (text) => (/^(?:0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : undefined),
  },
  validateResponses: {
    variable: 'VALIDATE_RESPONSES',
    takes: 'off, warn or throw',
    fallback: 'off',
    means: 'what to do with an answer that breaks the document',
    read: oneOf('off', 'warn', 'throw'),
  },
} as const satisfies Record<string, Setting>

type ValueOf<Item extends Setting> =
  | Exclude<ReturnType<Item['read']>, undefined>
  | (Item extends { readonly fallback: string } ? never : undefined)

/** The value of every setting. */
export type Settings = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> }
