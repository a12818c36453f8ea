/** The page works without it: it opens a finding that is linked to, and narrows the matrix down to what one looks for. */
export const SCRIPT = `
'use strict'
const open = () => {
  const finding = document.getElementById(location.hash.slice(1))
  if (finding instanceof HTMLDetailsElement) {
    finding.open = true
    finding.scrollIntoView()
  }
}
addEventListener('hashchange', open)
open()
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
