import type { EventParts } from '../events/parts.ts'
import type { Feature } from '../feature/feature.ts'
import { inProjectOfTenant } from '../feature/handler-groups.ts'
import { personHandlers } from './handlers.ts'
import { personLookup } from './lists/person-view.ts'

export const persons = {
  handlers: (parts: EventParts) => inProjectOfTenant(personHandlers(parts)),
  searches: {
    listPersons: ({ properties, search }) => properties !== undefined || search !== undefined,
    getPersonsValues: () => true,
    getPersonPropertiesTimeline: () => true,
  },
  lookups: { getPerson: personLookup },
} satisfies Feature
