import type { Completed, CompletedFlag } from './completed.ts'

/** Script for `eval "$(concordat completion bash)"`, for bash 3.2 or later. */
export function bashScript(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name)
  return `_concordat() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= words= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${names.join('|')}) command=$word; break ;;
    esac
  done
  COMPREPLY=()
  case $command:$previous in
${commands.flatMap(valueCases).join('\n')}
  esac
  case $command in
    '') words='${names.join(' ')} --help --version' ;;
${commands.map(wordsCase).join('\n')}
  esac
  if [[ $current == -* || -z $command || $command == help || $command == completion ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _concordat concordat`
}

/** The `case` branches that complete the values of a command's options. */
function valueCases({ name, flags }: Completed): readonly string[] {
  return flags.flatMap((flag) => {
    if (flag.value === undefined) return []
    const patterns = namesOf(flag).map((one) => `${name}:${one}`)
    return [`    ${patterns.join('|')}) ${replies(flag.value)}return ;;`]
  })
}

function replies({ words, isFile }: NonNullable<CompletedFlag['value']>): string {
  if (isFile) return 'COMPREPLY=($(compgen -f -- "$current")); '
  return words.length === 0 ? '' : `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current")); `
}

function wordsCase({ name, words = [], flags }: Completed): string {
  return `    ${name}) words='${[...words, ...flags.flatMap(namesOf)].join(' ')}' ;;`
}

function namesOf({ name, short }: CompletedFlag): readonly string[] {
  return short === undefined ? [name] : [short, name]
}
