/**
 * The page's script: filters the operations, opens the targets of links, marks in the contents the operation
 * that is read, copies samples, and on a narrow screen keeps the search in view. Its buttons also let the
 * keyboard scroll long samples. The page is readable without it.
 */
export const REFERENCE_SCRIPT = `
const search = document.getElementById('search')
const count = document.getElementById('count')
search.hidden = false
const operations = [...document.querySelectorAll('.operation')]
const items = new Map([...document.querySelectorAll('[data-for]')].map((item) => [item.dataset.for, item]))
const groups = [...document.querySelectorAll('[data-group]')]
const contents = document.getElementById('contents')
const isWide = !matchMedia('(max-width: 60rem)').matches
function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const operation of operations) {
    const fits = words.every((word) => operation.dataset.text.includes(word))
    operation.hidden = !fits
    const item = items.get(operation.id)
    if (item) item.hidden = !fits
    if (fits) shown++
  }
  for (const group of groups)
    group.hidden = words.length > 0 && !group.querySelector('.operation:not([hidden]), [data-for]:not([hidden])')
  count.textContent = (words.length > 0 ? shown + ' of ' : '') + operations.length + (operations.length === 1 ? ' operation' : ' operations')
}
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  if (target.hidden) { search.value = ''; show() }
  if (target.tagName === 'DETAILS') target.open = true
  if (!isWide) contents.open = false
  target.scrollIntoView()
}
search.addEventListener('input', show)
addEventListener('hashchange', open)
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus() }
})
const visible = new Set()
const watch = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) visible[isIntersecting ? 'add' : 'delete'](target)
  const current = operations.find((operation) => visible.has(operation))
  if (!current) return
  document.querySelector('nav [aria-current]')?.removeAttribute('aria-current')
  const link = items.get(current.id)?.querySelector('a')
  link?.setAttribute('aria-current', 'location')
  if (isWide) link?.scrollIntoView({ block: 'nearest' })
}, { rootMargin: isWide ? '-32px 0px -70%' : '-120px 0px -50%' })
for (const operation of operations) watch.observe(operation)
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const code = block.querySelector('code') ?? block
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = 'Copy' }, 2000)
    } catch {
      getSelection().selectAllChildren(code)
    }
  })
  block.prepend(button)
}
if (!isWide) {
  contents.open = false
  contents.parentElement.classList.add('kept')
}
open()
`
