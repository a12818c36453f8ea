import type { ToolId } from './tool.ts'

/** A program that calls GitHub's API, as a user of a generated client would write it. */
export interface Program {
  /** Name of the program in the table. */
  readonly name: string
  /** The tool that generates the code that the program imports as "./generated". */
  readonly tool: ToolId
  readonly text: string
}

const NAMES = [
  'reposGet',
  'reposListCommits',
  'reposListReleases',
  'issuesListForRepo',
  'issuesCreate',
  'issuesCreateComment',
  'pullsList',
  'pullsGet',
  'usersGetByUsername',
  'gistsCreate',
] as const

type Name = (typeof NAMES)[number]

/**
 * Arguments of each call, grouped by their location in the request. The variable `path` contains the
 * repository's owner and name.
 */
const REQUESTS: Readonly<Record<Name, string>> = {
  reposGet: '{ path }',
  reposListCommits: '{ path, query: { per_page: 10 } }',
  reposListReleases: '{ path }',
  issuesListForRepo: "{ path, query: { state: 'open' } }",
  issuesCreate: "{ path, body: { title: 'Broken' } }",
  issuesCreateComment: "{ path: { ...path, issue_number: 1 }, body: { body: 'Yes' } }",
  pullsList: '{ path }',
  pullsGet: '{ path: { ...path, pull_number: 1 } }',
  usersGetByUsername: "{ path: { username: 'octocat' } }",
  gistsCreate: "{ body: { files: { 'a.txt': { content: 'a' } } } }",
}

/** The same arguments for functions whose parameters are separate. */
const ARGUMENTS: Readonly<Record<Name, string>> = {
  reposGet: "'octokit', 'core'",
  reposListCommits: "'octokit', 'core', { per_page: 10 }",
  reposListReleases: "'octokit', 'core'",
  issuesListForRepo: "'octokit', 'core', { state: 'open' }",
  issuesCreate: "'octokit', 'core', { title: 'Broken' }",
  issuesCreateComment: "'octokit', 'core', 1, { body: 'Yes' }",
  pullsList: "'octokit', 'core'",
  pullsGet: "'octokit', 'core', 1",
  usersGetByUsername: "'octocat'",
  gistsCreate: "{ files: { 'a.txt': { content: 'a' } } }",
}

/** Property that is read from each response, because a type that nothing uses costs the compiler no time. */
const READ: Readonly<Record<Name, string>> = {
  reposGet: 'full_name',
  reposListCommits: '[0]?.sha',
  reposListReleases: '[0]?.tag_name',
  issuesListForRepo: '[0]?.title',
  issuesCreate: 'number',
  issuesCreateComment: 'id',
  pullsList: '[0]?.title',
  pullsGet: 'merged',
  usersGetByUsername: 'login',
  gistsCreate: 'id',
}

const TEMPLATES: Readonly<Record<Name, string>> = {
  reposGet: '/repos/{owner}/{repo}',
  reposListCommits: '/repos/{owner}/{repo}/commits',
  reposListReleases: '/repos/{owner}/{repo}/releases',
  issuesListForRepo: '/repos/{owner}/{repo}/issues',
  issuesCreate: '/repos/{owner}/{repo}/issues',
  issuesCreateComment: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
  pullsList: '/repos/{owner}/{repo}/pulls',
  pullsGet: '/repos/{owner}/{repo}/pulls/{pull_number}',
  usersGetByUsername: '/users/{username}',
  gistsCreate: '/gists',
}

const PATH = "const path = { owner: 'octokit', repo: 'core' }"

export const PROGRAMS: readonly Program[] = [
  {
    name: 'Concordat, grouped',
    tool: 'concordat',
    text: program({
      opening: ["import { createClient } from './generated/client'", 'const api = createClient()', PATH],
      call: (name) => `api.${tagOf(name)}.${memberOf(name)}(${REQUESTS[name]})`,
    }),
  },
  {
    name: 'Concordat, functions',
    tool: 'concordat',
    text: program({
      opening: [
        "import { createClient } from '@concordat/runtime/client'",
        "import { securitySchemes } from './generated/client/security-schemes'",
        ...[...Map.groupBy(NAMES, tagOf)].map(
          ([tag, names]) => `import { ${names.join(', ')} } from './generated/client/${tag}'`,
        ),
        "const client = createClient({ baseUrl: 'https://api.github.com' }, { securitySchemes })",
        PATH,
      ],
      call: (name) => `${name}(client, ${REQUESTS[name]})`,
    }),
  },
  {
    name: 'openapi-fetch',
    tool: 'openapi-typescript',
    text: program({
      opening: [
        "import createClient from 'openapi-fetch'",
        "import type { paths } from './generated/openapi'",
        "const api = createClient<paths>({ baseUrl: 'https://api.github.com' })",
        PATH,
      ],
      call: (name) => {
        const { body, params } = ofOpenapiFetch(name)
        return `api.${body === '' ? 'GET' : 'POST'}('${TEMPLATES[name]}', { ${[params, body].filter((part) => part !== '').join(', ')} })`
      },
      answer: 'data',
    }),
  },
  {
    name: 'hey-api',
    tool: 'hey-api',
    text: program({
      opening: [`import { ${NAMES.join(', ')} } from './generated/sdk.gen'`, PATH],
      call: (name) => `${name}(${REQUESTS[name]})`,
      answer: 'data',
    }),
  },
  {
    name: 'orval',
    tool: 'orval',
    text: program({
      opening: [`import { ${NAMES.join(', ')} } from './generated/api'`],
      call: (name) => `${name}(${ARGUMENTS[name]})`,
      answer: 'status',
    }),
  },
  {
    name: 'kubb',
    tool: 'kubb',
    text: program({
      opening: NAMES.map((name) => `import { ${name} } from './generated/clients/${name}'`),
      call: (name) => `${name}(${ARGUMENTS[name]})`,
    }),
  },
  {
    name: 'Redocly',
    tool: 'redocly',
    text: program({
      opening: ["import { client } from './generated/client'", PATH],
      call: (name) => `client.${snakeCase(name)}(${REQUESTS[name]})`,
    }),
  },
]

/**
 * Creates a program with a call for each name, and a line that reads all responses. According to `answer`,
 * each response is read directly, from the `data` property, or after checking the status.
 */
function program(parts: {
  readonly opening: readonly string[]
  readonly call: (name: Name) => string
  readonly answer?: 'data' | 'status'
}): string {
  const calls = NAMES.map((name) => {
    const local = parts.answer === 'data' ? `{ data: ${name}Answer }` : `${name}Answer`
    return `const ${local} = await ${parts.call(name)}`
  })
  const read = NAMES.map((name) => {
    const member = READ[name].startsWith('[') ? READ[name] : `.${READ[name]}`
    if (parts.answer === 'data') return `${name}Answer?.${READ[name]}`
    if (parts.answer !== 'status') return `${name}Answer${member}`
    return `${name}Answer.status === ${/Create/.test(name) ? 201 : 200} && ${name}Answer.data${member}`
  })
  return `${[...parts.opening, ...calls, `console.log(${read.join(', ')})`].join('\n')}\n`
}

/** "issuesCreateComment": "issues". */
function tagOf(name: Name): string {
  return /^[a-z]+/.exec(name)?.[0] ?? name
}

/** Returns an operation's name within its group, which omits the words of its tag. */
function memberOf(name: Name): string {
  const rest = name.slice(tagOf(name).length)
  return `${rest.charAt(0).toLowerCase()}${rest.slice(1)}`
}

function snakeCase(name: Name): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** openapi-fetch expects the parameters in a separate property. */
function ofOpenapiFetch(name: Name): { readonly params: string; readonly body: string } {
  const [members = '', body] = REQUESTS[name].slice(2, -2).split(/(?:^|, )body: /)
  return {
    params: members === '' ? '' : `params: { ${members} }`,
    body: body === undefined ? '' : `body: ${body}`,
  }
}
