import { DatabaseError } from 'pg'
import { document } from '../generated/operations.ts'
import type { Handlers } from '../generated/server.ts'
import { domainHandlers } from './domains/handlers.ts'
import type { KeyUser } from './keys/keys.ts'
import { memberHandlers } from './members/handlers.ts'
import { organizationHandlers } from './organizations/handlers.ts'
import { projectHandlers } from './projects/handlers.ts'
import { Refusal } from './refusals.ts'
import type { Service } from './service.ts'

/** The code of every operation. */
export function createHandlers(service: Service): Handlers<KeyUser> {
  return withoutNullCharacters({
    ...notImplemented(),
    ...organizationHandlers(service),
    ...domainHandlers(service),
    ...memberHandlers(service),
    ...projectHandlers(service),
  })
}

/** A handler for each operation of the document, to be replaced by those that exist. */
function notImplemented(): Handlers<KeyUser> {
  const refuse = () => {
    throw new Refusal('notImplemented')
  }
  // The document's operations are the members of `Handlers`, which no type can say about a list.
  return Object.fromEntries(
    document.operations.map(({ operationId }) => [operationId, refuse]),
  ) as unknown as Handlers<KeyUser>
}

/** PostgreSQL's texts and its JSON hold every character but the null character: 22021 in a text, 22P05 in JSON. */
const nullCharacter: ReadonlySet<string | undefined> = new Set(['22021', '22P05'])

/** A null character can come in any text of a request; only the database knows which texts it is given. */
function withoutNullCharacters(handlers: Handlers<KeyUser>): Handlers<KeyUser> {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    async (request: never, context: never) => {
      try {
        return await handler(request, context)
      } catch (error) {
        const isNull = error instanceof DatabaseError && nullCharacter.has(error.code)
        throw isNull ? new Refusal('nullCharacter') : error
      }
    },
  ])
  return Object.fromEntries(guarded) as Handlers<KeyUser>
}
