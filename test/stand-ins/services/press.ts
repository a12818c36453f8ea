import { object, springdoc } from '../documents.ts'
import { htmlError, refused, serve } from '../route.ts'

const COUNTRIES = ['Norway', 'Portugal']
const filter = (value: string | null, other: unknown) => value === null || value === other

/**
 * Things, below their own path, that must refer to items from other lists, and a creation that returns only
 * an id.
 */
export const press = {
  name: 'press',
  theirs: ['/authors/a0'],
  document: springdoc({
    title: 'press',
    definitions: {
      News: object({
        newsId: 'string',
        authorId: 'string',
        text: 'string',
        country: 'string',
        creationTime: { type: 'string', format: 'date-time' },
      }),
      NewNews: {
        ...object({ authorId: 'string', text: 'string', country: 'string' }),
        required: ['authorId', 'text', 'country'],
      },
      Author: object({ id: 'string', name: 'string', country: 'string' }),
      NewAuthor: { ...object({ name: 'string', country: 'string' }), required: ['name', 'country'] },
    },
    operations: [
      { route: 'GET /countries', id: 'getCountries', answer: { type: 'array', items: { type: 'string' } } },
      {
        route: 'GET /authors',
        id: 'getAuthors',
        parameters: ['query country string?'],
        answer: { type: 'array', items: { $ref: '#/components/schemas/Author' } },
      },
      {
        route: 'POST /authors',
        id: 'addAuthor',
        body: 'NewAuthor',
        answer: { type: 'array', items: { $ref: '#/components/schemas/Author' } },
        status: 201,
      },
      { route: 'GET /authors/{id}', id: 'getAuthor', parameters: ['path id string'], answer: 'Author' },
      { route: 'DELETE /authors/{id}', id: 'removeAuthor', parameters: ['path id string'], status: 204 },
      {
        route: 'GET /news',
        id: 'getNews',
        parameters: ['query country string?', 'query authorId string?'],
        answer: { type: 'array', items: { $ref: '#/components/schemas/News' } },
      },
      { route: 'POST /news', id: 'addNews', body: 'NewNews', answer: { type: 'string' }, status: 201 },
      { route: 'GET /news/{newsId}', id: 'getOneNews', parameters: ['path newsId string'], answer: 'News' },
      {
        route: 'PUT /news/{newsId}',
        id: 'replaceNews',
        parameters: ['path newsId string'],
        body: 'NewNews',
        status: 204,
      },
      { route: 'DELETE /news/{newsId}', id: 'removeNews', parameters: ['path newsId string'], status: 204 },
      {
        route: 'GET /news/by/{country}',
        id: 'getNewsOfCountry',
        parameters: ['path country string'],
        answer: { type: 'array', items: { $ref: '#/components/schemas/News' } },
      },
      {
        route: 'GET /news/count',
        id: 'countNews',
        parameters: ['query country string'],
        answer: object({ number: 'integer' }),
      },
    ],
  }),
  start: () => {
    let made = 0
    const authors = new Map([['a0', { id: 'a0', name: 'Nobody', country: 'Norway' }]])
    const news = new Map<string, Readonly<Record<string, unknown>>>()
    const shown = (found: unknown): Response =>
      found === undefined ? refused(404, 'not there') : Response.json(found)
    const gone = (isGone: boolean): Response =>
      isGone ? new Response(null, { status: 204 }) : refused(404, 'not there')
    const objection = (body: Readonly<Record<string, unknown>> | undefined): Response | undefined => {
      if (typeof body?.['text'] !== 'string') return htmlError(500)
      if (!authors.has(String(body['authorId'])) || !COUNTRIES.includes(String(body['country'])))
        return refused(400, 'constraint violation')
      return undefined
    }
    return serve({
      'GET /countries': () => Response.json(COUNTRIES),
      'GET /authors': ({ query }) =>
        Response.json([...authors.values()].filter(({ country }) => filter(query.get('country'), country))),
      'POST /authors': ({ body }) => {
        if (!COUNTRIES.includes(String(body?.['country']))) return refused(400, 'constraint violation')
        const author = { id: `a${++made}`, name: String(body?.['name']), country: String(body?.['country']) }
        authors.set(author.id, author)
        return Response.json([author], { status: 201 })
      },
      'GET /authors/{id}': ({ path }) => shown(authors.get(path['id'] ?? '')),
      'DELETE /authors/{id}': ({ path }) => gone(authors.delete(path['id'] ?? '')),
      'GET /news': ({ query }) =>
        Response.json(
          [...news.values()].filter(
            ({ country, authorId }) =>
              filter(query.get('country'), country) && filter(query.get('authorId'), authorId),
          ),
        ),
      'GET /news/count': ({ query }) =>
        COUNTRIES.includes(query.get('country') ?? '')
          ? Response.json({ number: news.size })
          : refused(400, 'unknown country'),
      'POST /news': ({ body }) => {
        const problem = objection(body)
        if (problem !== undefined) return problem
        const newsId = `n${++made}`
        news.set(newsId, { ...body, newsId, creationTime: '2026-01-01T00:00:00Z' })
        return Response.json(newsId, { status: 201 })
      },
      'GET /news/{newsId}': ({ path }) => shown(news.get(path['newsId'] ?? '')),
      'PUT /news/{newsId}': ({ path, body }) => {
        const { newsId = '' } = path
        if (!news.has(newsId)) return refused(404, 'not there')
        const problem = objection(body)
        if (problem !== undefined) return problem
        news.set(newsId, { ...body, newsId, creationTime: '2026-01-01T00:00:00Z' })
        return new Response(null, { status: 204 })
      },
      'DELETE /news/{newsId}': ({ path }) => gone(news.delete(path['newsId'] ?? '')),
      'GET /news/by/{country}': ({ path }) =>
        COUNTRIES.includes(path['country'] ?? '')
          ? Response.json([...news.values()].filter(({ country }) => country === path['country']))
          : refused(404, 'not there'),
    })
  },
}
