import { type Assertion, type Check, checks } from '@concordat/contract'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/rules/checks. Do not edit. -->

# Rules

\`concordat verify\` and the generated tests check these rules. Rules of a family share their requests and the first half of their names: \`lifecycle/location\`. Families run in this order.
[Grade](verify.md#what-is-judged) says what a rule rests on, weight how bad a violation is; a server error outweighs both.

- **Run only some**: \`--rule NAME\`. **Leave some out**: \`--skip-rule NAME\`, or \`skipRules\` in the configuration. Both take a rule or a family, and may be repeated.
- **Leave one operation out**: \`--skip-operation ID\`. **Accept a failure**: a [baseline](verify.md#known-failures).
${checks.map(section).join('')}`
}

function section({ code, example, fix, needs, assertions }: Check): string {
  const wants = needs === undefined ? '' : `\n\n**Needs** [a credential](credentials.md): ${needs}.`
  return `
## \`${code}\`
**Broken when** ${example} **Fix**: ${fix}${wants}

| rule | asserts | grade, weight |
|---|---|---|
${assertions.map(row).join('\n')}
`
}

/** Its name is an anchor, so that messages can lead to a rule. */
function row({ rule, grade, weight, asserts }: Assertion): string {
  const [, name = rule] = rule.split('/')
  return `| <a id="${anchorOf(rule)}"></a>\`${name}\` | ${asserts.replaceAll('|', '\\|')} | ${grade}, ${weight} |`
}

/** The anchor of a rule in docs/rules.md: "lifecycle-location". */
export function anchorOf(rule: string): string {
  return rule.replace('/', '-')
}
