import type { Reason } from '../refusals/refusal.ts'

/** Why a search for persons, or a change of one, is refused. */
export const personRefusals = {
  eventCondition: {
    status: 400,
    code: 'invalid_input',
    detail: 'Persons are found by their properties and cohorts, not by properties of events.',
  },
  tooManyColumns: {
    status: 400,
    code: 'invalid_input',
    detail:
      'These persons have more than 5,000 different properties, each a column. Ask for fewer persons, or for JSON.',
  },
  personWithoutId: {
    status: 400,
    code: 'invalid_input',
    detail: 'No event can be captured for this person, who has no distinct id.',
  },
  mainIdUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'The person does not have this distinct id.',
  },
} as const satisfies Readonly<Record<string, Reason>>
