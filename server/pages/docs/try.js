// Lets readers of the reference send the requests that it shows, each as a curl command that they can change.

const key = element('input', {
  type: 'text',
  spellcheck: false,
  placeholder: 'Key for requests',
  autocomplete: 'off',
})
key.setAttribute('aria-label', 'Key for requests')
document.querySelector('main > header')?.append(element('p', {}, key))
for (const operation of document.querySelectorAll('.operation')) offer(operation)

/** Puts a button below an operation's curl command. */
function offer(operation) {
  const shown = operation.querySelector('section details pre code')
  if (shown === null) return
  const button = element('button', { type: 'button', textContent: 'Try it' })
  const place = element('p', {}, button)
  shown.closest('section').append(place)
  button.addEventListener('click', () => place.replaceWith(...fieldsFor(shown.textContent)))
}

function fieldsFor(command) {
  const lines = command.split('\n').length + 1
  const text = element('textarea', { value: command, rows: lines, spellcheck: false })
  text.setAttribute('aria-label', 'Request as a curl command')
  // The page's policy forbids other style rules, but allows properties that a script sets.
  text.style.cssText = 'width:100%;font:inherit;color:inherit;background:var(--code)'
  const send = element('button', { type: 'button', textContent: 'Send' })
  const answer = element('pre', { hidden: true })
  answer.setAttribute('role', 'status')
  send.addEventListener('click', async () => {
    send.disabled = true
    answer.textContent = await answerTo(text.value).catch((error) => String(error))
    answer.hidden = false
    send.disabled = false
  })
  return [text, send, answer]
}

/** Status, media type and body of the service's response to a command. */
async function answerTo(command) {
  const { url, ...request } = requestOf(wordsOf(command))
  if (key.value !== '') request.headers.set('Authorization', `Bearer ${key.value}`)
  const started = performance.now()
  const response = await fetch(url, request)
  const body = await response.text()
  const milliseconds = Math.round(performance.now() - started)
  const mediaType = response.headers.get('content-type') ?? ''
  return `${response.status} ${mediaType} (${milliseconds} ms)\n${pretty(body, mediaType)}`
}

function pretty(body, mediaType) {
  return /\bjson\b/.test(mediaType) && body !== '' ? JSON.stringify(JSON.parse(body), null, 2) : body
}

/**
 * Splits a command into words as a shell does. Only single quotes are supported, because the reference does
 * not use double quotes.
 */
function wordsOf(command) {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []
  return words.map((word) =>
    word.replace(/'([^']*)'|\\(')/g, (_, quoted, apostrophe) => quoted ?? apostrophe),
  )
}

/** Converts a curl command to a request, always to this service. */
function requestOf([, ...words]) {
  const request = { url: '/', method: 'GET', headers: new Headers(), body: undefined }
  while (words.length > 0) {
    const word = words.shift()
    if (word === '-X') request.method = words.shift()
    else if (word === '-H') request.headers.append(...words.shift().split(/:\s*(.*)/s, 2))
    else if (word === '--data-raw') request.body = words.shift()
    else if (word === '--data-urlencode') addField(request, new URLSearchParams(), words.shift())
    else if (word === '-F') addField(request, new FormData(), words.shift())
    else {
      const { pathname, search } = new URL(word, location.href)
      request.url = pathname + search
    }
  }
  return request
}

function addField(request, empty, field) {
  request.body ??= empty
  request.body.append(...field.split(/=(.*)/s, 2))
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
