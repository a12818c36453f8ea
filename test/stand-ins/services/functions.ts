import { springfox } from '../documents.ts'
import { htmlError, refused, serve } from '../route.ts'

const text = { type: 'string' }

/** Functions with arguments in the path; nothing is stored. */
export const functions = {
  name: 'functions',
  theirs: [],
  document: springfox({
    title: 'functions',
    definitions: {},
    operations: [
      {
        route: 'GET /api/triangle/{a}/{b}/{c}',
        id: 'triangle',
        parameters: ['path a integer', 'path b integer', 'path c integer'],
        answer: text,
      },
      {
        route: 'GET /api/series/{order}/{x}',
        id: 'series',
        parameters: ['path order integer', 'path x double'],
        answer: text,
      },
      {
        route: 'GET /api/arithmetic/{operator}/{left}/{right}',
        id: 'arithmetic',
        parameters: ['path operator string', 'path left double', 'path right double'],
        answer: text,
      },
      {
        route: 'GET /api/pad/{word}/{width}',
        id: 'pad',
        parameters: ['path word string', 'path width integer'],
        answer: text,
      },
      {
        route: 'GET /api/order/{first}/{second}/{third}',
        id: 'order',
        parameters: ['path first string', 'path second string', 'path third string'],
        answer: text,
      },
      {
        route: 'GET /api/weekday/{day}/{month}',
        id: 'weekday',
        parameters: ['path day string', 'path month string'],
        answer: text,
      },
      {
        route: 'GET /api/suffix/{folder}/{file}',
        id: 'suffix',
        parameters: ['path folder string', 'path file string'],
        answer: text,
      },
      {
        route: 'GET /api/remainder/{dividend}/{divisor}',
        id: 'remainder',
        parameters: ['path dividend integer', 'path divisor integer'],
        answer: text,
      },
    ],
  }),
  start: () =>
    serve({
      'GET /api/triangle/{a}/{b}/{c}': ({ path }) =>
        number([path['a'], path['b'], path['c']], ([a, b, c]) => (a === b && b === c ? 'even' : 'odd')),
      'GET /api/series/{order}/{x}': ({ path }) =>
        number([path['order'], path['x']], ([order = 0, x = 0]) => {
          if (order > 1000) return undefined
          return String(order * x)
        }),
      'GET /api/arithmetic/{operator}/{left}/{right}': ({ path }) =>
        number([path['left'], path['right']], ([left = 0, right = 0]) => String(left + right)),
      'GET /api/pad/{word}/{width}': ({ path }) =>
        number([path['width']], ([width = 0]) =>
          width > 10_000 ? undefined : (path['word'] ?? '').padEnd(width),
        ),
      'GET /api/order/{first}/{second}/{third}': ({ path }) => said(Object.values(path).toSorted().join()),
      'GET /api/weekday/{day}/{month}': ({ path }) => said(`${path['day']} ${path['month']}`),
      'GET /api/suffix/{folder}/{file}': ({ path }) => said((path['file'] ?? '').split('.').at(-1) ?? ''),
      'GET /api/remainder/{dividend}/{divisor}': ({ path }) =>
        number([path['dividend'], path['divisor']], ([left = 0, right = 0]) =>
          right === 0 ? undefined : String(left % right),
        ),
    }),
}

function said(answer: string): Response {
  return new Response(answer, { headers: { 'content-type': 'text/plain' } })
}

/**
 * The framework rejects a string that is not a number. If the function fails, the response is the container's
 * error page.
 */
function number(
  texts: readonly (string | undefined)[],
  answer: (values: readonly number[]) => string | undefined,
): Response {
  const values = texts.map(Number)
  if (values.some(Number.isNaN)) return refused(400, 'Failed to convert value of type String')
  const found = answer(values)
  return found === undefined ? htmlError(500) : said(found)
}
