import { formatDiff } from '../../diff/report/text.ts'
import { counted } from '../../errors/counted.ts'
import { UsageError } from '../../errors/problem.ts'
import type { GeneratedOutput } from '../progress/outcome.ts'
import { explainCode, explainFindingToAgent } from './explain.ts'
import type { McpSession } from './session.ts'
import { problemSummaryForAgent, runSummaryForAgent } from './summaries.ts'
import {
  boundedToolText,
  listedForAgent,
  type Tool,
  type ToolInput,
  toolInputText,
  toolInputTexts,
  toolResult,
} from './tool.ts'

/** Maximum number of requests that an agent can choose for a run. */
const MOST_REQUESTS = 500
const USUAL_REQUESTS = 200
const MOST_SECONDS = 120
const MOST_FILES = 20

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const SERVER = text('One of the base URLs that the user gave at the start. Default: the first.')

/** Creates the tools for a session. */
export function mcpTools(session: McpSession): readonly Tool[] {
  return [
    generateTool(session),
    verifyTool(session),
    explainTool(session),
    replayTool(session),
    diffTool(session),
  ]
}

function generateTool(session: McpSession): Tool {
  return {
    name: 'generate',
    title: 'Generate code',
    description:
      'Writes the outputs that the configuration lists, such as types, client and server. Returns the changed files and the problems in the document by code; "explain" gives the details of a code.',
    properties: { check: { type: 'boolean', description: 'Write nothing; report which files are stale.' } },
    isReading: false,
    async run(input) {
      const outcome = await session.run([
        'generate',
        ...session.shared,
        ...(input['check'] === true ? ['--check'] : []),
      ])
      session.problems = outcome.problems
      const problems = problemSummaryForAgent(outcome.problems)
      if (outcome.result === undefined && outcome.problems.length > 0)
        return `Nothing was written.\n${problems}`
      const { outputs } = toolResult('generate', outcome)
      return [...outputs.map(outputLine), problems].join('\n')
    },
  }
}

function outputLine({ output, operations, files, written, removed, stale }: GeneratedOutput): string {
  const changed = [
    ...written,
    ...removed.map((file) => `${file} (removed)`),
    ...stale.map((file) => `${file} (stale)`),
  ]
  const line = `${output}: ${counted(operations, 'operation')}, ${counted(files, 'file')}, ${stale.length > 0 ? `${stale.length} stale` : `${changed.length} changed`}.`
  return changed.length === 0
    ? line
    : `${line}\n${listedForAgent(changed, MOST_FILES, (file) => `  ${file}`)}`
}

function verifyTool(session: McpSession): Tool {
  return {
    name: 'verify',
    title: 'Test a running server against its document',
    description:
      'Sends requests and returns findings, each with an id. Only reads, unless the user allowed writes at the start. Next: "explain" an id, fix the server or the document, and "replay" the id.',
    properties: {
      server: SERVER,
      operations: texts('Only these operations, given as operationIds or as "GET /pets".'),
      tags: texts('Only operations with one of these tags.'),
      rules: texts('Only these rules, such as "conformance" or "lifecycle".'),
      maxRequests: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_REQUESTS,
        description: `Default: ${USUAL_REQUESTS}.`,
      },
      seed: text('Any string; a different seed tries different cases.'),
    },
    isReading: !session.mayWrite,
    run: async (input) => runSummaryForAgent(await verified(session, input)),
  }
}

async function verified(session: McpSession, input: ToolInput) {
  const each = (flag: string, values: readonly string[]) => values.flatMap((value) => [`--${flag}=${value}`])
  const seed = toolInputText(input, 'seed')
  const outcome = await session.run([
    ...['verify', session.server(toolInputText(input, 'server')), ...session.shared],
    ...each('operation', toolInputTexts(input, 'operations')),
    ...each('tag', toolInputTexts(input, 'tags')),
    ...each('rule', toolInputTexts(input, 'rules')),
    ...(seed === undefined ? [] : [`--seed=${seed}`]),
    `--max-requests=${typeof input['maxRequests'] === 'number' ? input['maxRequests'] : USUAL_REQUESTS}`,
    `--max-time=${MOST_SECONDS}`,
    ...(session.mayWrite ? [] : ['--read-only']),
  ])
  const report = toolResult('verify', outcome)
  session.keep(report)
  return report
}

function explainTool(session: McpSession): Tool {
  return {
    name: 'explain',
    title: 'Explain a finding, a rule, a problem or a kind of change',
    description:
      'Returns the details of a finding (the clause with its lines, request and response, the expected response, how to fix it), of a rule, of a problem code from "generate" with its locations, or of a kind of change.',
    properties: { id: text('Id of a finding, name of a rule, code of a problem, or a kind of change.') },
    required: ['id'],
    isReading: true,
    async run(input) {
      const id = toolInputText(input, 'id') ?? ''
      const found = session.finding(id)
      return found === undefined ? explainCode(id, session.problems) : explainFindingToAgent(found.finding)
    },
  }
}

function replayTool(session: McpSession): Tool {
  return {
    name: 'replay',
    title: "Run a finding's check again",
    description: 'Reports whether a finding remains after a fix to the server or the document.',
    properties: { id: text('Id of a finding that "verify" returned.') },
    required: ['id'],
    isReading: !session.mayWrite,
    async run(input) {
      const id = toolInputText(input, 'id') ?? ''
      const found = session.finding(id)
      if (found === undefined)
        throw new UsageError(
          `"${id}" does not identify one finding. Expected: an id that "verify" returned in this session.`,
        )
      const { finding, report } = found
      const again = await verified(session, {
        server: report.baseUrl,
        operations: finding.operations.slice(0, 1),
        rules: [finding.rule],
        seed: report.seed,
        maxRequests: MOST_REQUESTS,
      })
      const isThere = again.findings.some(({ fingerprint }) => fingerprint === finding.fingerprint)
      const wasRun = again.totals.passed + again.totals.failed > 0
      const verdict = isThere ? 'The finding is still there.' : 'The finding is gone.'
      return `${wasRun ? verdict : 'The check could not be run again.'}\n${runSummaryForAgent(again)}`
    },
  }
}

function diffTool(session: McpSession): Tool {
  const side =
    'A file, a file in a git revision such as "main:openapi.yaml", or an address on one of the given servers.'
  return {
    name: 'diff',
    title: 'Compare two documents',
    description:
      'Reports the changes between two OpenAPI documents, each with its place and with the callers or servers that it breaks.',
    properties: { old: text(side), new: text(side) },
    required: ['old', 'new'],
    isReading: true,
    async run(input) {
      const sides = [toolInputText(input, 'old') ?? '', toolInputText(input, 'new') ?? '']
      for (const one of sides) session.assertReadable(one)
      return boundedToolText(formatDiff(toolResult('diff', await session.run(['diff', ...sides]))))
    },
  }
}
