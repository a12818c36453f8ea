import type { Completed, CompletedFlag } from './completed.ts'

/**
 * Script for a `_concordat` file in a folder listed in `fpath`, or for `eval "$(concordat completion zsh)"`
 * after `compinit`.
 */
export function zshScript(commands: readonly Completed[]): string {
  return `#compdef concordat
_concordat() {
  local -a commands
  commands=(
${commands.map(({ name, means }) => `    ${quoted(`${name}:${means}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(caseOf).join('\n')}
  esac
}
if [ "$funcstack[1]" = _concordat ]; then
  _concordat "$@"
else
  compdef _concordat concordat
fi`
}

function caseOf({ name, words, flags }: Completed): string {
  const rest = words === undefined ? '*:file:_files' : `1:word:(${words.join(' ')})`
  const specs = [...flags.flatMap(specsOf), rest].map((spec) => `        ${quoted(spec)}`)
  return `    ${name})
      _arguments \\
${specs.join(' \\\n')}
      ;;`
}

/** @see zshcompsys(1), _arguments */
function specsOf({ name, short, means, isRepeatable, value }: CompletedFlag): readonly string[] {
  const text = `[${means.replace(/[\\[\]:]/g, '\\$&')}]`
  const behind = value === undefined ? '' : `:${value.called.replaceAll(':', '\\:')}:${actionOf(value)}`
  const star = isRepeatable ? '*' : ''
  return [...(short === undefined ? [] : [short]), name].map((one) => `${star}${one}${text}${behind}`)
}

function actionOf({ words, isFile }: NonNullable<CompletedFlag['value']>): string {
  if (isFile) return '_files'
  return words.length === 0 ? ' ' : `(${words.join(' ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
