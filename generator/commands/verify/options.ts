/** Options of `concordat verify`, as `parseArgs` takes them. */
export const VERIFY_OPTIONS = {
  operation: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  rule: { type: 'string', multiple: true },
  grade: { type: 'string', multiple: true },
  'skip-operation': { type: 'string', multiple: true },
  'skip-tag': { type: 'string', multiple: true },
  'skip-rule': { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  expendable: { type: 'string', multiple: true },
  'auth-file': { type: 'string' },
  'read-only': { type: 'boolean' },
  'change-existing': { type: 'boolean' },
  'undocumented-fields': { type: 'string' },
  rate: { type: 'string' },
  concurrency: { type: 'string' },
  jobs: { type: 'string' },
  timeout: { type: 'string' },
  'max-requests': { type: 'string' },
  budget: { type: 'string' },
  seed: { type: 'string' },
  report: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'write-baseline': { type: 'boolean' },
} as const

/** What `--help` says of them. */
export const VERIFY_HELP = `      --operation ID             only this operation; may be given several times, like every option down to --expendable
      --tag NAME                 only operations with this tag
      --rule NAME                only this rule
      --grade NAME               only findings of this grade: documented, derived or decided (default: all; with --overlay
                                 all but decided, which is what only the overlays state)
      --skip-operation ID, --skip-tag NAME, --skip-rule NAME
                                 leave these out
      --header "NAME: VALUE"     send this header with every request
      --path NAME=VALUE          value of a path parameter that can neither be created nor discovered
      --expendable PATH          path of an item that may be changed and deleted, where none can be created: "/pets/7"
      --auth-file FILE           users and logins as Web Fuzzing Commons writes them
      --read-only                send nothing but GET, HEAD and OPTIONS
      --change-existing          change items that the run did not create, where it cannot create its own
      --undocumented-fields report
                                 members of an answer that its schema does not name are findings (default: allow)
      --rate N                   requests a second at most
      --concurrency N            requests under way at once, where none depends on another's answer (default: 4)
      --jobs N                   parts of the document tested at the same time, each with items of its own (default: 1)
      --timeout MS               time for one request (default: 10000)
      --max-requests N           end the run after so many requests; those that clean up come on top
      --budget N                 requests for each operation at most (default: 80); "exhaustive" sends every case
      --seed TEXT                another run of the same requests
      --report FORMAT=FILE       write a report: html, json, junit, sarif or ctrf; FILE "-" is the standard output;
                                 may be given several times
      --baseline FILE            known failures: they do not fail the run, but the run fails when one is gone
      --write-baseline           write what fails now into that file`
