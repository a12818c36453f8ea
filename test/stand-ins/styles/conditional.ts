import { createHash } from 'node:crypto'
import { documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Article {
  readonly id: string
  readonly title: string
  readonly body: string
}

const own = {
  title: { type: 'string', minLength: 1, maxLength: 100 },
  body: { type: 'string', maxLength: 2000 },
}
const ifMatch = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
const ETag = { required: true, schema: { type: 'string' } }
const slug = {
  name: 'slug',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
}

/**
 * Writes need the ETag of the item that they change. A PUT creates an item that does not exist. Bulk requests
 * get one response per item.
 */
export const conditional: Style = {
  name: 'conditional writes',
  document: documentOf(
    'articles',
    {
      'GET /articles': {
        id: 'listArticles',
        answers: [{ schema: { type: 'array', items: ref('Article') } }],
      },
      'POST /articles': {
        id: 'addArticle',
        body: { schema: ref('NewArticle') },
        answers: [
          {
            status: 201,
            schema: ref('Article'),
            headers: { ETag, Location: { schema: { type: 'string' } } },
          },
        ],
        refuses: [400, 415],
      },
      'OPTIONS /articles': { id: 'articleMethods', answers: [{ status: 204, headers: { Allow: ETag } }] },
      'POST /articles/batch': {
        id: 'addArticles',
        body: { schema: { type: 'array', minItems: 1, maxItems: 5, items: ref('NewArticle') } },
        answers: [
          {
            status: 207,
            schema: {
              type: 'array',
              items: object({ status: { type: 'integer' }, article: ref('Article') }),
            },
          },
        ],
        refuses: [400, 415],
      },
      'GET /articles/{id}': {
        id: 'readArticle',
        answers: [
          { schema: ref('Article'), headers: { ETag } },
          { status: 304, headers: { ETag } },
        ],
        refuses: [404],
      },
      'PUT /articles/{id}': {
        id: 'replaceArticle',
        parameters: [ifMatch],
        body: { schema: ref('NewArticle') },
        answers: [{ schema: ref('Article'), headers: { ETag } }],
        refuses: [400, 404, 412, 415, 428],
      },
      'DELETE /articles/{id}': {
        id: 'removeArticle',
        parameters: [ifMatch],
        answers: [{ status: 204 }],
        refuses: [404, 412, 428],
      },
      'GET /pages': { id: 'listPages', answers: [{ schema: { type: 'array', items: ref('Page') } }] },
      'GET /pages/{slug}': {
        id: 'readPage',
        parameters: [slug],
        answers: [{ schema: ref('Page') }],
        refuses: [404],
      },
      'PUT /pages/{slug}': {
        id: 'putPage',
        parameters: [slug],
        body: { schema: ref('NewPage') },
        answers: [{ schema: ref('Page') }, { status: 201, schema: ref('Page') }],
        refuses: [400, 404, 415],
      },
      'DELETE /pages/{slug}': {
        id: 'removePage',
        parameters: [slug],
        answers: [{ status: 204 }],
        refuses: [404],
      },
    },
    {
      schemas: {
        NewArticle: { ...object(own), additionalProperties: false },
        Article: object({ id: { type: 'string', format: 'uuid', readOnly: true }, ...own }),
        NewPage: object({ text: { type: 'string', maxLength: 500 } }),
        Page: object({ slug: { type: 'string' }, text: { type: 'string', maxLength: 500 } }),
      },
    },
  ),
  start() {
    const articles = new Shelf<Article>()
    const pages = new Shelf<{ slug: string; text: string }>()
    const tag = (article: Article) =>
      `"${createHash('md5').update(JSON.stringify(article)).digest('hex').slice(0, 12)}"`
    const answer = (article: Article, { status = 200, headers = {} } = {}) =>
      Response.json(article, { status, headers: { etag: tag(article), ...headers } })
    const none = () => problem(404, 'There is none.')
    const add = (tenant: 'ada' | 'eve', body: unknown) => {
      const article = { ...(body as Omit<Article, 'id'>), id: crypto.randomUUID() }
      articles.set(tenant, article.id, article)
      return article
    }
    const refused = (article: Article, headers: Headers) => {
      const sent = headers.get('if-match')
      if (sent === null) return problem(428, 'Say which state you know.')
      const known = sent.split(',').map((text) => text.trim())
      return known.includes(tag(article)) || sent === '*' ? undefined : problem(412, 'It has changed.')
    }
    return {
      refuse: problem,
      handlers: {
        listArticles: ({ tenant }) => Response.json(articles.all(tenant)),
        addArticle({ tenant, body }) {
          const article = add(tenant, body)
          return answer(article, { status: 201, headers: { location: `/articles/${article.id}` } })
        },
        articleMethods: () => new Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } }),
        addArticles: ({ tenant, body }) =>
          Response.json(
            (body as object[]).map((one) => ({ status: 201, article: add(tenant, one) })),
            { status: 207 },
          ),
        readArticle({ tenant, path: { id = '' }, headers }) {
          const article = articles.get(tenant, id)
          if (!article) return none()
          return headers.get('if-none-match')?.replace('W/', '') === tag(article)
            ? new Response(null, { status: 304, headers: { etag: tag(article) } })
            : answer(article)
        },
        replaceArticle({ tenant, path: { id = '' }, headers, body }) {
          const article = articles.get(tenant, id)
          if (!article) return none()
          const refusal = refused(article, headers)
          if (refusal) return refusal
          const replaced = { ...(body as Omit<Article, 'id'>), id }
          articles.set(tenant, id, replaced)
          return answer(replaced)
        },
        removeArticle({ tenant, path: { id = '' }, headers }) {
          const article = articles.get(tenant, id)
          if (!article) return none()
          const refusal = refused(article, headers)
          if (refusal) return refusal
          articles.delete(tenant, id)
          return new Response(null, { status: 204 })
        },
        listPages: ({ tenant }) => Response.json(pages.all(tenant)),
        readPage({ tenant, path: { slug = '' } }) {
          const page = pages.get(tenant, slug)
          return page ? Response.json(page) : none()
        },
        putPage({ tenant, path: { slug = '' }, body }) {
          if (!/^[a-z0-9-]{1,40}$/.test(slug)) return none()
          const before = pages.get(tenant, slug)
          const page = { text: (body as { text: string }).text, slug }
          pages.set(tenant, slug, page)
          return Response.json(page, { status: before ? 200 : 201 })
        },
        removePage: ({ tenant, path: { slug = '' } }) =>
          pages.delete(tenant, slug) ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
