import { documentOf, object, problem, query, ref, Shelf, type Style } from './style.ts'

interface Contact {
  readonly contactId: number
  readonly fullName: string
  readonly email: string
  readonly phone: string | null
  readonly hourlyRate: number
  readonly labels: readonly string[]
}

const own = {
  fullName: { type: 'string', minLength: 1, maxLength: 60 },
  email: { type: 'string', format: 'email' },
  phone: {
    type: ['string', 'null'],
    pattern: '^\\+?[0-9]([ -]?[0-9]){6,14}$',
    description: 'Kept as its digits, with a plus before them.',
  },
  hourlyRate: { type: 'number', minimum: 0, maximum: 1000, description: 'Rounded to two places.' },
  labels: {
    type: 'array',
    uniqueItems: true,
    maxItems: 8,
    items: { type: 'string', pattern: '^[a-z]{1,12}$' },
  },
}
const contactId = { name: 'contactId', in: 'path', required: true, schema: { type: 'integer' } }

/**
 * Paths end in a slash, and property names are in camelCase. E-mail addresses, numbers and rates are stored
 * in a normal form. Names that differ only in case are considered equal.
 */
export const normalising: Style = {
  name: 'normal forms',
  document: documentOf(
    'contacts',
    {
      'GET /contacts/': {
        id: 'listContacts',
        parameters: [
          query('email', { type: 'string' }),
          query('ordering', { type: 'string', enum: ['fullName', '-fullName'] }),
        ],
        answers: [{ schema: { type: 'array', items: ref('Contact') } }],
        refuses: [400],
      },
      'POST /contacts/': {
        id: 'addContact',
        body: { schema: object(own, ['fullName', 'email']) },
        answers: [{ status: 201, schema: ref('Contact') }],
        refuses: [400, 409, 415],
      },
      'GET /contacts/{contactId}/': {
        id: 'readContact',
        parameters: [contactId],
        answers: [{ schema: ref('Contact') }],
        refuses: [404],
      },
      'PATCH /contacts/{contactId}/': {
        id: 'changeContact',
        parameters: [contactId],
        body: { schema: object(own, []) },
        answers: [{ schema: ref('Contact') }],
        refuses: [400, 404, 409, 415],
      },
      'DELETE /contacts/{contactId}/': {
        id: 'removeContact',
        parameters: [contactId],
        answers: [{ status: 204 }],
        refuses: [404],
      },
    },
    { schemas: { Contact: object({ contactId: { type: 'integer', readOnly: true }, ...own }) } },
  ),
  start() {
    const contacts = new Shelf<Contact>()
    let made = 0
    const normal = ({ email, phone, hourlyRate, labels }: Partial<Contact>): Partial<Contact> => ({
      ...(email !== undefined && { email: email.toLowerCase() }),
      ...(phone !== undefined && { phone: phone === null ? null : `+${phone.replace(/\D/g, '')}` }),
      ...(hourlyRate !== undefined && { hourlyRate: Math.round(hourlyRate * 100) / 100 }),
      ...(labels !== undefined && { labels }),
    })
    const isTaken = (tenant: 'ada' | 'eve', { contactId, fullName }: Contact) =>
      contacts
        .all(tenant)
        .some(
          (other) => other.contactId !== contactId && other.fullName.toLowerCase() === fullName.toLowerCase(),
        )
    const none = () => problem(404, 'There is no such contact.')
    return {
      refuse: problem,
      handlers: {
        listContacts({ tenant, query: { email, ordering } }) {
          const all = contacts
            .all(tenant)
            .filter((one) => email === undefined || one.email === String(email).toLowerCase())
          const sign = ordering === '-fullName' ? -1 : 1
          if (ordering !== undefined)
            all.sort((one, other) => sign * (one.fullName < other.fullName ? -1 : 1))
          return Response.json(all)
        },
        addContact({ tenant, body }) {
          const sent = body as Pick<Contact, 'fullName' | 'email'> & Partial<Contact>
          const given = { ...sent, ...normal(sent) }
          const contact: Contact = { phone: null, hourlyRate: 0, labels: [], ...given, contactId: ++made }
          if (isTaken(tenant, contact)) return problem(409, 'There is one of that name.')
          contacts.set(tenant, String(made), contact)
          return Response.json(contact, { status: 201 })
        },
        readContact({ tenant, path }) {
          const contact = contacts.get(tenant, path['contactId'] ?? '')
          return contact ? Response.json(contact) : none()
        },
        changeContact({ tenant, path, body }) {
          const contact = contacts.get(tenant, path['contactId'] ?? '')
          if (!contact) return none()
          const sent = body as Partial<Contact>
          const changed = { ...contact, ...sent, ...normal(sent), contactId: contact.contactId }
          if (isTaken(tenant, changed)) return problem(409, 'There is one of that name.')
          contacts.set(tenant, String(contact.contactId), changed)
          return Response.json(changed)
        },
        removeContact: ({ tenant, path }) =>
          contacts.delete(tenant, path['contactId'] ?? '') ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
