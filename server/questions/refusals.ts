import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a query about events. */
export const analysisRefusals = {
  dateSyntax: {
    status: 400,
    code: 'invalid_input',
    detail:
      'This is not a valid date. Use a form such as "2026-01-31", "2026-01-31T12:00:00Z", "-7d", "mStart" or "all", in the years 1000 to 9998.',
  },
  tooManyPeriods: {
    status: 400,
    code: 'invalid_input',
    detail: 'The date range covers more than 10,000 intervals. Choose a shorter range or a longer interval.',
  },
  actionUnknown: { status: 400, code: 'does_not_exist', detail: 'This action does not exist.' },
  mathUnknown: { status: 400, code: 'invalid_choice', detail: 'This value is not a valid choice.' },
  funnelStepOutOfRange: {
    status: 400,
    code: 'invalid_input',
    detail:
      'The step must exist in the funnel: 1 or more for persons who reached it, or -2 or less for persons who dropped out before it.',
  },
  tooManyEntities: {
    status: 400,
    code: 'max_length',
    detail: 'Ensure this field has no more than 30 elements.',
  },
  filterSyntax: { status: 400, code: 'invalid_input', detail: 'Properties are unparsable!' },
  filterTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail:
      'The filter has more than 1,000 conditions and values, or groups nested more than 10 levels deep.',
  },
  breakdownSyntax: {
    status: 400,
    code: 'invalid_input',
    detail: 'Use a string, or a JSON list of at most 30 strings, such as ["plan","country"].',
  },
  breakdownLength: {
    status: 400,
    code: 'invalid_input',
    detail: 'A breakdown by several properties needs a JSON list with one value for each, in the same order.',
  },
  parameterUnknown: {
    status: 400,
    code: 'unknown_parameter',
    detail: 'This parameter is unknown.',
  },
  regexTooLong: {
    status: 400,
    code: 'max_length',
    detail: 'A regular expression may have at most 500 characters.',
  },
  breakdownMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  regexForeign: {
    status: 400,
    code: 'invalid_input',
    detail:
      'This regular expression cannot be used where events are in ClickHouse: look-around, back-references, "\\m", "\\M" and "\\y" are not supported there.',
  },
  analysisTooLarge: {
    status: 503,
    code: 'busy',
    detail: 'This query covers too much data at the moment. Choose a shorter range, or try again shortly.',
    headers: { 'retry-after': '5' },
  },
  eventsAway: {
    status: 503,
    code: 'busy',
    detail: 'Events cannot be read right now. Try again in a moment.',
    headers: { 'retry-after': '5' },
  },
} as const satisfies Readonly<Record<string, Reason>>
