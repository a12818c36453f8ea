import type { Reason } from '../refusals/refusal.ts'

/** Reasons for rejecting a search for persons or a change to a person. */
export const personRefusals = {
  eventCondition: {
    status: 400,
    code: 'invalid_input',
    detail: 'Persons are found by their properties and cohorts, not by properties of events.',
  },
  personTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail: 'A person may have at most 1 MB of properties, and names of new ones at most 400 characters.',
  },
  timelineTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail: 'The points of this timeline have more than 4 MB of properties. Choose a shorter time.',
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
