import type { Reason } from '../refusals/refusal.ts'

/** Why a search for persons, or a change of one, is refused. */
export const personRefusals = {
  eventCondition: {
    status: 400,
    code: 'invalid_input',
    detail: 'Persons are found by their properties and cohorts, not by properties of events.',
  },
  personWithoutId: {
    status: 400,
    code: 'invalid_input',
    detail: 'The person has no distinct id for which an event could be captured.',
  },
  mainIdUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'This is no distinct id of the person.',
  },
} as const satisfies Readonly<Record<string, Reason>>
