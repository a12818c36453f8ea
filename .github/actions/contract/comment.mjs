/** Puts reports into one comment of the pull request: makes it, or replaces what a run before put there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Characters that a comment may have on GitHub, less what is said of the rest. */
const MOST = 65_000

const {
  TOKEN = '',
  DOCUMENT = '',
  GITHUB_API_URL,
  GITHUB_REF = '',
  GITHUB_REPOSITORY,
  RUNNER_TEMP = '',
} = process.env
const [, number] = /^refs\/pull\/(\d+)\//.exec(GITHUB_REF) ?? []
const mark = `<!-- concordat ${DOCUMENT.replaceAll('--', '')} -->`
const reports = ['diff.md', 'contract.md'].map((name) => join(RUNNER_TEMP, name)).filter(existsSync)

/** @throws Error with GitHub's reason: a pull request from a fork has a token that may only read. */
async function call(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The comment of an earlier run, on whichever page it is. */
async function ownComment() {
  for (let page = 1; ; page++) {
    const comments = await call('GET', `${number}/comments?per_page=100&page=${page}`)
    const own = comments.find(({ body }) => body?.startsWith(mark))
    if (own !== undefined || comments.length < 100) return own
  }
}

async function comment() {
  const text = [mark, ...reports.map((file) => readFileSync(file, 'utf8'))].join('\n')
  const body = text.length > MOST ? `${text.slice(0, MOST)}\n\nThe rest is in the summary of the run.` : text
  const own = await ownComment()
  await (own === undefined
    ? call('POST', `${number}/comments`, { body })
    : call('PATCH', `comments/${own.id}`, { body }))
}

if (TOKEN !== '' && number !== undefined && reports.length > 0)
  await comment().catch(({ message }) => console.log(`::warning::No comment on the pull request. ${message}`))
