import { type Assertion, type Check, checks } from '@concordat/contract'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/rules/checks. Do not edit. -->

# Rules

See what each rule of \`concordat verify\` and of the generated tests asserts, and how to fix a violation. Rules of a family share their requests, and the first half of their names: \`lifecycle/location\`.
A run takes the families in this order. [Grade](verify.md#what-is-judged) says what a rule rests on, weight how bad a violation is; a server error outweighs both. Unless a row says otherwise, the grade is *derived*
and the weight *lost data*.

- **Run only some**: \`--rule NAME\`. **Leave some out**: \`--skip-rule NAME\`, or \`skipRules\` in the configuration.
- **Leave one operation out**: \`--skip-operation ID\`. **Accept a failure**: a [baseline](verify.md#known-failures).
${checks.map(section).join('')}`
}

function section({ code, example, fix, needs, assertions }: Check): string {
  const wants = needs === undefined ? '' : `\n\n**Needs** [a credential](credentials.md): ${needs}.`
  return `
## \`${code}\`
**Violation**: ${example} **Fix**: ${fix}${wants}

| rule | asserts |
|---|---|
${assertions.map(row).join('\n')}
`
}

/** Its name is an anchor, so that messages can lead to a rule. */
function row({ rule, grade, weight, asserts }: Assertion): string {
  const [, name = rule] = rule.split('/')
  return `| <a id="${anchorOf(rule)}"></a>\`${name}\` | ${asserts.replaceAll('|', '\\|')}${differing({ grade, weight })} |`
}

/** The grade and the weight, if they are not those of most rules. */
function differing({ grade, weight }: Pick<Assertion, 'grade' | 'weight'>): string {
  const named = [grade, weight].filter((word) => word !== 'derived' && word !== 'lost data')
  return named.length === 0 ? '' : ` *${named.join(', ')}*`
}

/** The anchor of a rule in docs/rules.md: "lifecycle-location". */
export function anchorOf(rule: string): string {
  return rule.replace('/', '-')
}
