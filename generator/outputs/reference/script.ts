/**
 * The page's script: filters the operations, and opens the targets of links. The page is readable without it.
 */
export const REFERENCE_SCRIPT = `
const search = document.getElementById('search')
const count = document.getElementById('count')
const operations = [...document.querySelectorAll('.operation')]
const items = new Map([...document.querySelectorAll('[data-for]')].map((item) => [item.dataset.for, item]))
const groups = [...document.querySelectorAll('[data-group]')]
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
  target.scrollIntoView()
}
search.addEventListener('input', show)
addEventListener('hashchange', open)
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus() }
})
if (matchMedia('(max-width: 60rem)').matches) document.getElementById('contents').open = false
open()
`
