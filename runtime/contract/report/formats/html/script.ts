/**
 * The page's script: opens what is linked to, copies text, and filters the findings and the matrix.
 * The page works without it.
 */
export const REPORT_SCRIPT = `
'use strict'
const filters = document.getElementById('filters')
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.hidden && filters) {
    for (const field of filters.querySelectorAll('select, input')) field.value = ''
    filters.dispatchEvent(new Event('change'))
  }
  const folded = target?.closest('details')
  if (folded) {
    folded.open = true
    target.scrollIntoView()
  }
}
addEventListener('hashchange', open)
open()
for (const button of document.querySelectorAll('.copier')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = button.nextElementSibling
    try {
      await navigator.clipboard.writeText(text.textContent)
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = 'Copy' }, 2000)
    } catch {
      getSelection().selectAllChildren(text)
    }
  })
}
if (filters) {
  filters.hidden = false
  const selects = [...filters.querySelectorAll('select')]
  const search = document.getElementById('search')
  const findings = [...document.querySelectorAll('.finding')]
  const links = new Map([...document.querySelectorAll('nav ol a')].map((link) => [link.hash.slice(1), link.parentElement]))
  const found = document.getElementById('found')
  const has = (finding, { dataset, value }) =>
    value === '' ||
    (dataset.filter === 'tag'
      ? JSON.parse(finding.dataset.tags).includes(value)
      : finding.dataset[dataset.filter] === value)
  const filter = () => {
    const words = (search?.value ?? '').toLowerCase().split(/\\s+/)
    for (const finding of findings) {
      const fits = words.every((word) => finding.dataset.text.includes(word)) && selects.every((select) => has(finding, select))
      finding.hidden = !fits
      links.get(finding.id).hidden = !fits
    }
    found.textContent = findings.filter((finding) => !finding.hidden).length + ' of ' + findings.length + (findings.length === 1 ? ' finding' : ' findings')
  }
  filters.addEventListener('change', filter)
  filters.addEventListener('input', filter)
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || !search || /^(INPUT|SELECT)$/.test(document.activeElement.tagName)) return
    event.preventDefault()
    search.focus()
  })
  filter()
}
const tools = document.getElementById('tools')
if (tools) {
  tools.hidden = false
  const text = document.getElementById('find')
  const state = document.getElementById('state')
  const shown = document.getElementById('shown')
  const rows = [...document.querySelectorAll('.matrix tr[data-name]')]
  const narrow = () => {
    const wanted = text.value.trim().toLowerCase()
    for (const row of rows)
      row.hidden = !row.dataset.name.includes(wanted) || !(state.value === '' || row.dataset.states.includes(state.value))
    for (const body of document.querySelectorAll('.matrix tbody'))
      body.hidden = body.querySelectorAll('tr[data-name]:not([hidden])').length === 0
    shown.textContent = rows.filter((row) => !row.hidden).length + ' of ' + rows.length + ' operations'
  }
  text.addEventListener('input', narrow)
  state.addEventListener('change', narrow)
  narrow()
}
`
