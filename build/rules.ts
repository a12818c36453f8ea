import { type Assertion, type Check, checks } from '@concordat/contract'
import { WEIGHTS } from '../runtime/contract/data/outcome/weight.ts'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/rules/checks. Do not edit. -->

# Rules

\`concordat verify\` and the generated tests check these rules and [your own](verify.md#rules-of-your-own). A rule's full name begins with its family, as in \`lifecycle/location\`.

\`--rule NAME\` selects a rule or family, and \`--skip-rule NAME\` excludes it. To accept a violation by one operation, list it as a [known failure](verify.md#known-failures).

\`concordat explain RULE\` also shows a rule's [grade](verify.md#what-is-judged) and its weight, from ${WEIGHTS[0]} to ${WEIGHTS.at(-1)}.
${checks.map(section).join('')}`
}

/** The credential that a family needs. */
const NEEDED: Readonly<Record<NonNullable<Check['needs']>, string>> = {
  'another tenant': "another tenant's key",
  'chosen scopes': 'keys with chosen scopes, or a read-only key',
}

function section({ code, example, fix, needs, assertions }: Check): string {
  const wants = needs === undefined ? '' : `\n\nThese rules need [${NEEDED[needs]}](credentials.md).`
  return `
## \`${code}\`
${example} **Fix**: ${fix}${wants}

${assertions.map(row).join('\n')}
`
}

/** Its name is an anchor, so that messages can lead to a rule. */
function row({ rule, asserts }: Assertion): string {
  const [, name = rule] = rule.split('/')
  return `- <a id="${anchorOf(rule)}"></a>\`${name}\`: ${asserts}`
}

/** The anchor of a rule in docs/rules.md: "lifecycle-location". */
export function anchorOf(rule: string): string {
  return rule.replace('/', '-')
}
