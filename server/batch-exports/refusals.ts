import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a batch export, its query or a backfill. */
export const exportRefusals = {
  compressionOfOtherFormat: {
    status: 400,
    code: 'invalid_input',
    detail:
      'JSON Lines files can be compressed only with gzip or brotli; the other compression types are for Parquet.',
  },
  pathOutsideRoot: {
    status: 400,
    code: 'invalid_input',
    detail: 'The path must be relative and stay inside the export folder.',
  },
  addressNotHttp: {
    status: 400,
    code: 'invalid_input',
    detail: 'The URL must begin with http:// or https://.',
  },
  addressWithSecrets: {
    status: 400,
    code: 'invalid_input',
    detail:
      'The URL must not contain a user name or password, because everyone who can see the export could read them.',
  },
  configTooLarge: {
    status: 400,
    code: 'max_length',
    detail: 'A config may have at most 100,000 characters.',
  },
  endNotAfterStart: {
    status: 400,
    code: 'invalid_input',
    detail: 'The end must be later than the start.',
  },
  queryUnparsable: { status: 400, code: 'invalid_input', detail: 'Failed to parse query' },
  queryInvalid: {
    status: 400,
    code: 'invalid_input',
    detail:
      'Invalid HogQL query: each item must be a known column, a property or a constant, with a unique name.',
  },
  queryUnion: { status: 400, code: 'invalid_input', detail: 'UNIONs are not supported' },
  queryJoin: { status: 400, code: 'invalid_input', detail: 'JOINs are not supported' },
  querySource: { status: 400, code: 'invalid_input', detail: 'Query must SELECT FROM events' },
  querySourceOther: { status: 400, code: 'invalid_input', detail: 'Query must only SELECT FROM events' },
  queryUnsupported: { status: 400, code: 'invalid_input', detail: 'Unsupported HogQL query' },
  backfillOrder: {
    status: 400,
    code: 'invalid_input',
    detail: "The backfill datetime 'start_at' must be earlier than 'end_at'.",
  },
  backfillInFuture: {
    status: 400,
    code: 'invalid_input',
    detail: "The backfill datetime 'end_at' is more than one interval in the future.",
  },
  backfillTooLong: {
    status: 400,
    code: 'invalid_input',
    detail: 'The backfill would need more than 10,000 runs. Choose a shorter range or a longer interval.',
  },
} as const satisfies Readonly<Record<string, Reason>>
