import { createClient } from './generated/client.ts'
import { expect } from './only.ts'

// The answers of a server that this program does not have the types of: links in a header, and an error.
const numbers = [1, 2, 3, 4, 5]
const fetch = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.endsWith('/issues')) return Response.json({ message: 'Not Found' }, { status: 404 })
  if (request.method === 'POST')
    return Response.json({ number: 6, ...(await request.json()) }, { status: 201 })
  const page = Number(searchParams.get('page') ?? 1)
  const issues = numbers
    .slice((page - 1) * 2, page * 2)
    .map((number) => ({ number, title: `Issue ${number}` }))
  const link = page < 3 ? `<${pathname}?page=${page + 1}>; rel="next", <${pathname}?page=3>; rel="last"` : ''
  return Response.json(issues, { headers: { Link: link } })
}
const api = createClient({ fetch })

const place = { path: { owner: 'octocat', repo: 'hello' } }
const issue = await api.issues.create({ ...place, body: { title: 'Found', labels: ['bug'] } })
expect(issue.number === 6, 'the issue that was made')
const titles: string[] = []
for await (const { title } of api.issues.listForRepo.items({
  ...place,
  query: { state: 'open', per_page: 2 },
}))
  titles.push(title)
expect(titles.length === 5, 'every issue of every page')
const answer = await api.repos.get.result(place)
expect(answer.status === 404 && answer.body.message === 'Not Found', 'no such repository')
