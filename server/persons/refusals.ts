import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a search for persons or a change to a person. */
export const personRefusals = {
  eventCondition: {
    status: 400,
    code: 'invalid_input',
    detail: 'Persons can be filtered by their properties and cohorts, but not by event properties.',
  },
  personTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail:
      'The properties of a person can total at most 1 MB, and the name of a new property can have at most 400 characters.',
  },
  timelineTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail: 'The points on this timeline have more than 4 MB of properties. Choose a shorter period.',
  },
  personWithoutId: {
    status: 400,
    code: 'invalid_input',
    detail: 'No event can be captured for this person, because the person has no distinct id.',
  },
  mainIdUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'The person does not have this distinct id.',
  },
} as const satisfies Readonly<Record<string, Reason>>
