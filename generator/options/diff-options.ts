import type { Option } from './declaration/option.ts'
import { listKind, oneOfKind, pathKind, recordKind, textKind } from './kinds/kinds.ts'

const ofDiff = { commands: ['diff'] } as const
const SEVERITIES = ['error', 'warning', 'info'] as const
const severity = oneOfKind(...SEVERITIES)

/** Options of `concordat diff` in addition to the two documents. */
export const DIFF_OPTIONS = {
  ignore: {
    kind: pathKind,
    means: 'a YAML or JSON file with intended changes, and with severities by kind',
    flag: { name: 'ignore', value: 'FILE', ...ofDiff },
    topic: 'results',
  },
  severities: {
    kind: recordKind(severity, {
      expected: 'KIND=error, KIND=warning or KIND=info',
      read(text) {
        const [kind = '', value = ''] = text.split('=', 2)
        const read = severity.read?.(value)
        return kind === '' || read === undefined ? undefined : [kind, read]
      },
    }),
    means: 'the severity to assign to a kind of change',
    flag: { name: 'severity', value: 'KIND=SEVERITY', ...ofDiff },
    topic: 'results',
  },
  stripPrefix: {
    kind: listKind(textKind, 'strings'),
    means: 'a path prefix to ignore when pairing operations: "/api/v1"',
    flag: { name: 'strip-prefix', value: 'PATH', ...ofDiff },
    topic: 'selection',
  },
  failOn: {
    kind: oneOfKind(...SEVERITIES, 'never'),
    means: 'exit with 1 if a change is at least this severe',
    fallback: { text: 'error' },
    flag: { name: 'fail-on', value: 'SEVERITY', ...ofDiff },
    topic: 'results',
  },
} as const satisfies Readonly<Record<string, Option>>
