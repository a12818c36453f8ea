import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting captured events. */
export const captureRefusals = {
  bodyNotGzip: { status: 400, code: 'parse_error', detail: 'The request body is not valid gzip.' },
  encodingUnknown: {
    status: 415,
    code: 'unsupported_media_type',
    detail: 'The Content-Encoding of the request is not supported. Use gzip.',
  },
  bodyTooLarge: {
    status: 413,
    code: 'request_too_large',
    detail: 'The request body is larger than 20 MB.',
  },
  formTooManyFields: {
    status: 413,
    code: 'request_too_large',
    detail: 'The form has more than 100 fields.',
  },
  eventTooLarge: {
    status: 413,
    code: 'request_too_large',
    detail: 'An event may have at most 1 MB of properties.',
  },
  bodyGrowsTooMuch: {
    status: 413,
    code: 'request_too_large',
    detail: 'The request body is more than 100 times larger when decompressed.',
  },
  tooManyLargeBodies: {
    status: 429,
    code: 'throttled',
    detail: 'Too many large batches are being read. Try again in 1 second.',
    headers: { 'retry-after': '1' },
  },
  outboxFull: {
    status: 503,
    code: 'storage_full',
    detail: 'Too many events are waiting to be stored. Try again later.',
    headers: { 'retry-after': '30' },
  },
  tokenMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  formWithoutData: {
    status: 400,
    code: 'parse_error',
    detail: 'The form needs a "data" field that contains JSON, either plain or Base64-encoded.',
  },
  tokenUnknown: { status: 401, code: 'invalid_api_key', detail: 'No project has this API key.' },
  eventMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  distinctIdMissing: {
    status: 400,
    code: 'missing_distinct_id',
    detail: 'An event needs a distinct_id that identifies who triggered it.',
  },
  timestampUnreadable: {
    status: 400,
    code: 'invalid_payload',
    detail:
      'The timestamp of an event must be a date and time such as "2024-07-01T08:30:00Z", in the years 1000 to 9999 (UTC).',
  },
} as const satisfies Readonly<Record<string, Reason>>
