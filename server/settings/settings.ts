import path from 'node:path'
import { readNameServers } from '../domains/dns.ts'
import { readAddressPolicy } from '../outbound/address-policy.ts'
import type { Setting } from './setting.ts'
import {
  httpAddressesSetting,
  httpAddressSetting,
  integerSetting,
  oneOfSetting,
  originSetting,
} from './value-readers.ts'

/** A folder next to the code; Git ignores it. */
const defaultFolder = path.join(import.meta.dirname, '..', '..', '.data')

/** Every setting, in the order used in the help and in the table in server/README.md. */
export const settings = {
  host: {
    variable: 'HOST',
    option: 'host',
    takes: 'an address of this machine',
    fallback: '127.0.0.1',
    means: 'address to listen on; 0.0.0.0 for all addresses',
    read: (text) => text,
  },
  port: {
    variable: 'PORT',
    option: 'port',
    takes: 'an integer from 0 to 65535',
    fallback: '8000',
    means: 'port to listen on; 0 for any free port',
    read: integerSetting(0, 65_535),
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    takes: 'an integer from 1 to 65535',
    means: 'port that serves only `/metrics`; if absent, the main port serves it',
    read: integerSetting(1, 65_535),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    takes: 'an http or https URL without a path',
    means:
      'address at which callers reach the service, for links in invites and between pages of a list (if absent, pages use the `Host` header)',
    read: originSetting,
  },
  role: {
    variable: 'ROLE',
    option: 'role',
    takes: 'all, web or worker',
    fallback: 'all',
    means: 'what this process does: serve requests, run jobs, or both',
    read: oneOfSetting('all', 'web', 'worker'),
  },
  dataFolder: {
    variable: 'DATA_FOLDER',
    option: 'data',
    takes: 'the path of a folder',
    fallback: defaultFolder,
    means: 'folder for the embedded PostgreSQL and all other files; created if missing',
    read: (text) => path.resolve(text),
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    takes: 'postgres://user:password@host:port/name',
    means: 'PostgreSQL server (15 or later) to use instead of the embedded one; `--data` overrides it',
    isSecret: true,
    read: (text) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined),
  },
  databaseConnections: {
    variable: 'DATABASE_CONNECTIONS',
    takes: 'an integer from 2 to 1000',
    fallback: '20',
    means: 'number of PostgreSQL connections for requests; searches, jobs and startup use up to 22 more',
    read: integerSetting(2, 1000),
  },
  clickhouseUrls: {
    variable: 'CLICKHOUSE_URL',
    takes: 'http or https URLs of one ClickHouse deployment, separated by commas',
    means:
      'ClickHouse server or cluster that stores events and serves analyses, property values, timelines and exports; if absent, events stay in PostgreSQL',
    isSecret: true,
    read: httpAddressesSetting,
  },
  clickhouseUser: {
    variable: 'CLICKHOUSE_USER',
    takes: 'a user name',
    fallback: 'default',
    means:
      'ClickHouse user with all privileges on CLICKHOUSE_DATABASE and, for CLICKHOUSE_CLUSTER, the CLUSTER privilege',
    read: (text) => text,
  },
  clickhousePassword: {
    variable: 'CLICKHOUSE_PASSWORD',
    takes: 'a password',
    means: 'password for CLICKHOUSE_USER; if absent, none is sent',
    isSecret: true,
    read: (text) => text,
  },
  clickhouseDatabase: {
    variable: 'CLICKHOUSE_DATABASE',
    takes: 'a name of at most 63 letters, digits and underscores that does not begin with a digit',
    fallback: 'concordat',
    means: "ClickHouse database used only for this service's events; created if missing",
    read: (text) => (/^[A-Za-z_]\w{0,62}$/.test(text) ? text : undefined),
  },
  clickhouseCluster: {
    variable: 'CLICKHOUSE_CLUSTER',
    takes: 'the name of a cluster in the ClickHouse configuration',
    means:
      'cluster over which the tables are distributed, with replication within each shard; if absent, one server stores everything',
    read: (text) => (/^[\w.-]{1,100}$/.test(text) ? text : undefined),
  },
  outboxEvents: {
    variable: 'CLICKHOUSE_OUTBOX',
    takes: 'an integer from 1000 to 999999999',
    fallback: '10000000',
    means:
      'maximum number of events that wait in PostgreSQL for ClickHouse, each taking about its original size; beyond that, captured events are rejected with 503',
    read: integerSetting(1000, 999_999_999),
  },
  receiptDays: {
    variable: 'CLICKHOUSE_RECEIPT_DAYS',
    takes: 'an integer from 1 to 3650',
    fallback: '30',
    means: 'days for which a repeated event is recognized by its UUID, if events are stored in ClickHouse',
    read: integerSetting(1, 3650),
  },
  requestSeconds: {
    variable: 'REQUEST_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '60',
    means:
      'time limit for receiving a request (otherwise 408; a minute at most for its head), and for responding to it once its head has arrived (otherwise 503)',
    read: integerSetting(1, 3600),
  },
  searchSeconds: {
    variable: 'SEARCH_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '20',
    means: 'time limit for each database query of searches and analysis views',
    read: integerSetting(1, 3600),
  },
  shutdownSeconds: {
    variable: 'SHUTDOWN_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '30',
    means: 'time limit for finishing work in progress after a stop signal',
    read: integerSetting(1, 3600),
  },
  drainSeconds: {
    variable: 'DRAIN_SECONDS',
    takes: 'an integer from 0 to 600',
    fallback: '0',
    means: 'delay between `/readyz` reporting shutdown and the process refusing new connections',
    read: integerSetting(0, 600),
  },
  clearEventsSchedule: {
    variable: 'CLEAR_EVENTS_SCHEDULE',
    takes: 'a cron expression with five fields',
    fallback: '0 5 * * 0',
    means: 'schedule, in UTC, for deleting the events of persons who were deleted with `delete_events`',
    read: (text) => (/^\S+( \S+){4}$/.test(text) ? text : undefined),
  },
  secretKey: {
    variable: 'SECRET_KEY',
    takes: 'a string of at least 16 characters',
    means:
      'key that encrypts batch export secrets and the tokens in invite links; must be the same for all processes; if absent, the key in the `secret.key` file in the data folder, which is created on first use',
    isSecret: true,
    read: (text) => (text.length >= 16 ? text : undefined),
  },
  earlierSecretKeys: {
    variable: 'EARLIER_SECRET_KEYS',
    takes: 'strings of at least 16 characters, separated by commas',
    means:
      'earlier values of SECRET_KEY: secrets encrypted with them can still be read, and `npm run admin -- reseal` re-encrypts them',
    isSecret: true,
    read: (text) => (text.split(',').every((key) => key.length >= 16) ? text.split(',') : undefined),
  },
  exportFolder: {
    variable: 'EXPORT_FOLDER',
    takes: 'the path of a folder',
    means:
      'folder in which batch exports may write files; if absent, the `exports` folder in the data folder',
    read: (text) => path.resolve(text),
  },
  exportRetrySeconds: {
    variable: 'EXPORT_RETRY_SECONDS',
    takes: 'an integer from 1 to 3600',
    fallback: '5',
    means: 'delay before a failed batch export run is retried; doubles with each attempt, up to 600 seconds',
    read: integerSetting(1, 3600),
  },
  exportProcesses: {
    variable: 'EXPORT_PROCESSES',
    takes: 'an integer from 1 to 100',
    fallback: '4',
    means: 'number of processes for batch export runs; each handles one run at a time and starts when needed',
    read: integerSetting(1, 100),
  },
  exportShare: {
    variable: 'EXPORT_SHARE',
    takes: 'an integer from 1 to 100',
    fallback: '2',
    means:
      'concurrent runs allowed per organization, across all processes; keep it below EXPORT_PROCESSES, so that no organization occupies all of them',
    read: integerSetting(1, 100),
  },
  exportMemory: {
    variable: 'EXPORT_MEMORY',
    takes: 'an integer from 128 to 65536',
    fallback: '512',
    means:
      'memory limit of each export process in megabytes; a process that exceeds it is stopped, and its run is retried',
    read: integerSetting(128, 65_536),
  },
  exportRunSeconds: {
    variable: 'EXPORT_RUN_SECONDS',
    takes: 'an integer from 1 to 1000000',
    fallback: '14400',
    means: 'total time limit for all attempts of a run; after that, the run ends as `TimedOut`',
    read: integerSetting(1, 1_000_000),
  },
  batchExportLevel: {
    variable: 'BATCH_EXPORT_LEVEL',
    takes: 'member, administrator or owner',
    fallback: 'member',
    means: 'lowest membership level that allows creating, changing, running or deleting batch exports',
    read: oneOfSetting('member', 'administrator', 'owner'),
  },
  rateLimits: {
    variable: 'RATE_LIMITS',
    takes: 'on or off',
    fallback: 'off',
    means:
      'whether requests are limited per minute and per hour, in total for each project and, for requests without a project, for each user',
    read: oneOfSetting('on', 'off'),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    takes: 'smtp://user:password@host:port, or smtps:// for TLS from the start',
    means:
      'SMTP server that sends e-mails; if absent, they are written to the `outbox` folder in the data folder',
    isSecret: true,
    read: (text) => (/^smtps?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    takes: 'an e-mail address, on its own or in angle brackets after a name',
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
      'number of invites that an organization may create within 24 hours; each can send an e-mail with free text',
    read: integerSetting(1, 1_000_000),
  },
  inviteLink: {
    variable: 'INVITE_LINK',
    takes: 'an http or https URL that contains {id}',
    means:
      'page where people accept an invite, as linked from their e-mail; `{id}` is replaced by the id of the invite; if absent, a page of the service at PUBLIC_URL',
    read: (text) => (/^https?:\/\/\S*\{id\}\S*$/.test(text) ? text : undefined),
  },
  dnsServers: {
    variable: 'DNS_SERVERS',
    takes: '`none`, or addresses separated by commas, each with its port unless the port is 53',
    means:
      "name servers used to verify domains, instead of the system's own; with `none`, no domain is verified",
    read: readNameServers,
  },
  addressPolicy: {
    variable: 'ALLOW_PRIVATE_ADDRESSES',
    takes: '`all`, or networks such as 10.0.0.0/8, separated by commas',
    means:
      'private addresses that plugins and batch export destinations are allowed to reach; if absent, none are allowed',
    read: readAddressPolicy,
  },
  registryUrl: {
    variable: 'REGISTRY_URL',
    takes: 'an http or https URL',
    means:
      'npm registry from which plugins are installed; if absent, the registry that npm uses; a registry on a private address also needs ALLOW_PRIVATE_ADDRESSES',
    read: httpAddressSetting,
  },
  githubApi: {
    variable: 'GITHUB_API',
    takes: 'an http or https URL',
    fallback: 'https://api.github.com',
    means: 'GitHub API from which plugins on github.com are installed',
    read: httpAddressSetting,
  },
  gitlabApi: {
    variable: 'GITLAB_API',
    takes: 'an http or https URL',
    fallback: 'https://gitlab.com/api/v4',
    means: 'GitLab API from which plugins on gitlab.com are installed',
    read: httpAddressSetting,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    takes: 'info, warn or error',
    fallback: 'info',
    means: 'lowest level to log; `info` logs a line for every request',
    read: oneOfSetting('info', 'warn', 'error'),
  },
  tracesUrl: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    takes: 'an http or https URL',
    means:
      'where to send traces, by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; if absent, nothing is traced',
    isSecret: true,
    read: httpAddressSetting,
  },
  tracesShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    takes: 'a number from 0 to 1',
    fallback: '1',
    means:
      'fraction of traces to send among those that begin in this service; for a request with a `traceparent` header, that header decides',
    read: (text) => (/^(?:0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : undefined),
  },
  validateResponses: {
    variable: 'VALIDATE_RESPONSES',
    takes: 'off, warn or throw',
    fallback: 'off',
    means: 'what to do with a response that violates the document',
    read: oneOfSetting('off', 'warn', 'throw'),
  },
} as const satisfies Record<string, Setting>

type ValueOf<Item extends Setting> =
  | Exclude<ReturnType<Item['read']>, undefined>
  | (Item extends { readonly fallback: string } ? never : undefined)

/** The values of all settings. */
export type Settings = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> }
