/** Checked by `npm run typecheck`: an `@ts-expect-error` without an error fails it. */
import type { OwnProblems } from '@concordat/runtime/server'
import { createApp, type Handlers } from '../../generated/server.ts'
import type { Organization } from '../../generated/types.ts'

declare const organization: Organization
declare const rest: Omit<Handlers, 'getOrganization' | 'deleteOrganization'>

const getOrganization: Handlers['getOrganization'] = async ({ path }) => ({
  status: 200,
  body: { ...organization, id: path.id },
})
const deleteOrganization: Handlers['deleteOrganization'] = async () => ({ status: 204 })

export const whole: Handlers = { ...rest, getOrganization, deleteOrganization }

// @ts-expect-error deleteOrganization is missing
export const missing: Handlers = { ...rest, getOrganization }

// @ts-expect-error 299 is not documented
export const undocumentedStatus: Handlers['deleteOrganization'] = async () => ({ status: 299 })

// @ts-expect-error a 204 has no body
export const bodyWhereNone: Handlers['deleteOrganization'] = async () => ({ status: 204, body: organization })

// @ts-expect-error name is a string
export const wrongField: Handlers['getOrganization'] = async () => ({
  status: 200,
  body: { ...organization, name: 7 },
})

// @ts-expect-error id is required
export const incomplete: Handlers['getOrganization'] = async () => {
  const { id: _id, ...lacking } = organization
  return { status: 200, body: lacking }
}

export const wrongParameter: Handlers['getOrganization'] = async ({ path }) => {
  // @ts-expect-error the path has no such parameter
  path.slug
  return { status: 200, body: organization }
}

export const readOnlyInBody: Handlers['updateOrganization'] = async ({ body }) => {
  // @ts-expect-error created_at is read-only, so a request does not carry it
  body?.created_at
  return { status: 200, body: organization }
}

const authenticate = async () => undefined
const problemResponse: OwnProblems['problemResponse'] = ({ kind }) => ({ body: { type: kind } })
export const served = () => createApp({ handlers: whole, authenticate, problemResponse })

// @ts-expect-error the document states the body of its errors, which nobody else knows how to fill
export const wordless = () => createApp({ handlers: whole, authenticate })
