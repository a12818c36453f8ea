import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../../support/small-service.ts'

const text = { type: 'string' }
const document = documentOf([
  {
    operationId: 'addUser',
    method: 'POST',
    path: '/users',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { userName: text, email: text, role: text } },
        },
      },
    },
    responses: { '201': {}, '400': {} },
  },
])

type Broken = 'long' | 'mail' | 'role'
type Says = Readonly<Record<Broken, string>>

/** Error responses in the styles of libraries: their messages, and how they identify the property. */
const STYLES: readonly (readonly [
  library: string,
  says: Says,
  show: (field: string, message: string) => unknown,
])[] = [
  [
    'Bean Validation, in a list of texts',
    {
      long: 'size must be between 0 and 15',
      mail: 'must be a well-formed email address',
      role: 'must match "admin|guest"',
    },
    (field, message) => ({
      messages: [`${field} - ${message}`],
      timestamp: '2030-01-01T10:00:00.123456Z',
    }),
  ],
  [
    'Pydantic',
    {
      long: 'String should have at most 15 characters',
      mail: 'value is not a valid email address: it has no @',
      role: "Input should be 'admin' or 'guest'",
    },
    (field, msg) => ({ detail: [{ type: 'value_error', loc: ['body', field], msg }] }),
  ],
  [
    'Django REST framework',
    {
      long: 'Ensure this field has no more than 15 characters.',
      mail: 'Enter a valid email address.',
      role: 'Must be one of admin, guest',
    },
    (field, message) => ({ [field]: [message] }),
  ],
  [
    'FluentValidation in ASP.NET',
    {
      long: "The length of 'User Name' must be 15 characters or fewer. You entered 30 characters.",
      mail: "'Email' is not a valid email address.",
      role: 'Allowed values: admin, guest',
    },
    (field, message) => ({
      title: 'One or more validation errors occurred.',
      errors: { [`${field[0]?.toUpperCase()}${field.slice(1)}`]: [message] },
    }),
  ],
  [
    'class-validator',
    {
      long: 'must be shorter than or equal to 15 characters',
      mail: 'must be an email',
      role: 'must be one of the following values: admin, guest',
    },
    (field, message) => ({ statusCode: 400, message: [`${field} ${message}`], error: 'Bad Request' }),
  ],
  [
    'Zod',
    {
      long: 'Too big: expected string to have <=15 characters',
      mail: 'Invalid email address',
      role: 'Invalid option: expected one of "admin"|"guest"',
    },
    (field, message) => ({ issues: [{ code: 'custom', path: [field], message }] }),
  ],
]

test.each(STYLES)('%s tells what a body wants to be', async (_, says, show) => {
  const answer = (__: Request, sent: string): Response => {
    const { userName = '', email = '', role = '' } = JSON.parse(sent)
    const refuse = (field: string, fault: Broken) => Response.json(show(field, says[fault]), { status: 400 })
    if (userName.length < 1 || userName.length > 15) return refuse('userName', 'long')
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) return refuse('email', 'mail')
    if (!['admin', 'guest'].includes(role)) return refuse('role', 'role')
    return new Response(null, { status: 201 })
  }
  expect(await outcomes(document, { rules: ['conformance'], answer })).toEqual([
    'conformance addUser: passed',
  ])
})
