import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import type { Issue } from './generated/types.ts'
import { expect, only } from './only.ts'

const url = 'https://a.test'
const issueOf = (number: number, title: string): Issue => ({
  ...{ id: number, node_id: `I_${number}`, number, title, state: 'open', locked: false, comments: 0 },
  ...{ url, repository_url: url, labels_url: url, comments_url: url, events_url: url, html_url: url },
  ...{ user: null, assignee: null, milestone: null, labels: [], closed_at: null },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  author_association: 'OWNER',
})
const issues = [1, 2, 3, 4, 5].map((number) => issueOf(number, `Issue ${number}`))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    issuesCreate: async ({ body }) => ({ status: 201, body: issueOf(6, String(body.title)) }),
    issuesListForRepo: async ({ path, query: { page = 1, per_page = 2 } }) => {
      const place = `/repos/${path.owner}/${path.repo}/issues?per_page=${per_page}`
      const link = `<${place}&page=${page + 1}>; rel="next", <${place}&page=3>; rel="last"`
      return {
        status: 200,
        body: issues.slice((page - 1) * per_page, page * per_page),
        ...(page * per_page < issues.length && { headers: { Link: link } }),
      }
    },
    reposGet: async () => ({ status: 404, body: { message: 'Not Found' } }),
  }),
  problemResponse: ({ detail }) => ({ body: { message: detail } }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app })

const place = { path: { owner: 'octocat', repo: 'hello' } }
const issue = await api.issues.create({ ...place, body: { title: 'Found', labels: ['bug'] } })
expect(issue.number === 6, 'the created issue')
const titles: string[] = []
for await (const { title } of api.issues.listForRepo.items({
  ...place,
  query: { state: 'open', per_page: 2 },
}))
  titles.push(title)
expect(titles.length === 5, 'every issue on every page')
const answer = await api.repos.get.result(place)
expect(answer.status === 404 && answer.body.message === 'Not Found', 'no such repository')
