import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const thing = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'string', readOnly: true }, label: { type: 'string', minLength: 1 } },
}
const refused = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const schema = { type: 'object', required: ['label'], properties: { label: thing.properties.label } }
const requestBody = { required: true, content: { 'application/json': { schema } } }
const at = (...names: readonly string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const collection = (name: string, ...above: readonly string[]) => ({
  parameters: at(...above),
  get: {
    operationId: `list${name}s`,
    responses: { ...answers({ type: 'array', items: thing }), ...refused },
  },
  post: {
    operationId: `add${name}`,
    requestBody,
    responses: { ...answers(thing, { status: 201 }), ...refused },
  },
})
const item = (name: string, ...above: readonly string[]) => ({
  parameters: at(...above),
  get: { operationId: `get${name}`, responses: { ...answers(thing), ...refused } },
})

const library = described({
  '/shelves': collection('Shelf'),
  '/shelves/{shelf}': item('Shelf', 'shelf'),
  '/shelves/{shelf}/books': collection('Book', 'shelf'),
  '/shelves/{shelf}/books/{book}': item('Book', 'shelf', 'book'),
  '/shelves/{shelf}/books/{book}/notes': collection('Note', 'shelf', 'book'),
})

type Habit = 'no shelf is checked' | 'notes land below any shelf' | 'notes are listed below any shelf'

interface Kept {
  readonly id: string
  readonly label: string
  /** The path of its collection. */
  readonly in: string
}

function service(habit?: Habit) {
  let last = 0
  let kept: readonly Kept[] = []
  const none = () => Response.json({}, { status: 404 })
  return async ({ method, url }: Request, text: string): Promise<Response> => {
    const names = new URL(url).pathname.split('/').filter(Boolean)
    const isLoose =
      habit === 'no shelf is checked' ||
      (names.length === 5 &&
        habit === (method === 'POST' ? 'notes land below any shelf' : 'notes are listed below any shelf'))
    const placeOf = (path: readonly string[]): string =>
      path.map((name, index) => (isLoose && index === 1 && path.length > 2 ? '*' : name)).join('/')
    const isIn = (one: Kept, place: string): boolean => placeOf(one.in.split('/')) === place
    const isThere = (path: readonly string[]): boolean =>
      path.length === 0 ||
      ((isLoose && path.length === 2 ? kept.length > 0 : isThere(path.slice(0, -2))) &&
        kept.some((one) => one.id === path.at(-1) && isIn(one, placeOf(path.slice(0, -1)))))
    const isItem = names.length % 2 === 0
    if (!isThere(isItem ? names : names.slice(0, -1))) return none()
    const shown = ({ id, label }: Kept) => ({ id, label })
    if (isItem) return Response.json(kept.filter(({ id }) => id === names.at(-1)).map(shown)[0])
    if (method === 'GET') return Response.json(kept.filter((one) => isIn(one, placeOf(names))).map(shown))
    const { label } = JSON.parse(text)
    if (typeof label !== 'string' || label === '') return Response.json({}, { status: 400 })
    const made = { id: `n${++last}`, label, in: names.join('/') }
    kept = [...kept, made]
    return Response.json(shown(made), { status: 201 })
  }
}

const told = async (habit?: Habit): Promise<readonly string[]> =>
  (
    await outcomes(await library, { answer: service(habit), rules: ['unknown-id/below-another-parent'] })
  ).filter((line) => /Notes?:/.test(line))

test('a server that checks all parents, or none in its reads either, breaks nothing', async () => {
  const clean = ['unknown-id listNotes: passed', 'unknown-id addNote: passed']
  expect(await told()).toEqual(clean)
  expect((await told('no shelf is checked')).join()).not.toContain('404 below')
})

test.each([
  ['notes land below any shelf', 'addNote'],
  ['notes are listed below any shelf', 'listNotes'],
] as const)('a server whose %s is told', async (habit, operation) => {
  expect(await told(habit)).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^unknown-id ${operation}: 404 below a path at which GET \\S+/books/{book} returns 404 \\| status 20`,
      ),
    ),
  )
})
