/** The page's style: two color schemes, a wide layout and a narrow one. `--rules` is the number of rules. */
export function reportStyle(rules: number): string {
  return `:root{--rules:${rules};${LIGHT}color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
${BASE}${WEIGHT_COLOURS}
${COLUMNS}${SUMMARY}${FINDINGS}${MATRIX}${COVERAGE}${NARROW}${PRINT}`
}

const LIGHT =
  '--bg:#f7f7f5;--card:#fff;--text:#1d1f22;--soft:#5d636b;--line:#e2e3e0;--code:#f3f3f0;--link:#2557a7;--pass:#18703f;--pass-bg:#e4f3ea;--fail:#a8201a;--fail-bg:#fce8e6;--skip:#6b5a17;--skip-bg:#f5eed6;--skip-bar:#d3ba5a;--crash:#a8201a;--crash-bg:#fce8e6;--data:#8a1c6f;--data-bg:#f9e6f4;--lost:#9a3d00;--lost-bg:#fdeadd;--shape:#725600;--shape-bg:#f8efcf;--status:#2a5599;--status-bg:#e5eefb;--lax:#0f6767;--lax-bg:#dff3f2;--header:#565c64;--header-bg:#ececea;'
const DARK =
  '--bg:#131517;--card:#1b1e21;--text:#e5e7e9;--soft:#a0a7af;--line:#2d3136;--code:#14171a;--link:#8ab4f8;--pass:#74d19d;--pass-bg:#17301f;--fail:#ff938a;--fail-bg:#3d1b19;--skip:#dcc67e;--skip-bg:#302a15;--skip-bar:#a8944c;--crash:#ff938a;--crash-bg:#3d1b19;--data:#f2a3dd;--data-bg:#391a31;--lost:#ffb183;--lost-bg:#3a2313;--shape:#e6cb72;--shape-bg:#302a15;--status:#9cc2ff;--status-bg:#1a2840;--lax:#79d5d2;--lax-bg:#122e2e;--header:#b3bac2;--header-bg:#2a2e33;'

/** Colours for weights, worst first. */
const WEIGHT_COLOURS = [
  ['crash', 'crash'],
  ['others-data', 'data'],
  ['lost-data', 'lost'],
  ['shape', 'shape'],
  ['status', 'status'],
  ['leniency', 'lax'],
  ['header', 'header'],
]
  .map(([weight, colour]) => `.w-${weight}{--w:var(--${colour});--w-bg:var(--${colour}-bg)}`)
  .join('\n')

const BASE = `*{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
header,footer,.columns{max-width:96rem;margin:0 auto;padding:0 1.5rem}
main{min-width:0}
h1{font-size:1.75rem;line-height:1.2;margin:0;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:3rem 0 .25rem}
h3,h4{font:inherit;margin:0}
main>section:first-child h2{margin-top:1.5rem}
p{margin:.25rem 0}
a{color:var(--link)}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
pre{margin:0;padding:.75rem;background:var(--code);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;max-height:26rem;overflow:auto}
.soft{color:var(--soft)}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.skip-link{position:absolute;left:-99rem}
.skip-link:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:9}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
footer{padding:3rem 1.25rem;color:var(--soft);font-size:.875rem}
`

const SUMMARY = `header{padding-top:1.25rem}
.verdict{display:flex;gap:.9rem;align-items:center;margin:.9rem 0 0;padding:.8rem 1.25rem;border-radius:10px;font-size:1.15rem;font-weight:600;overflow-wrap:anywhere}
.verdict .sign{font-size:1.5rem;line-height:1}
.verdict.passed{background:var(--pass-bg);color:var(--pass)}
.verdict.failed{background:var(--fail-bg);color:var(--fail)}
.verdict a{color:inherit}
.bar{display:block;width:100%;height:6px;border-radius:3px;margin:.75rem 0 0;background:var(--line)}
.bar .p{fill:var(--pass)}.bar .f{fill:var(--fail)}.bar .n{fill:var(--skip-bar)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.5rem;margin:.75rem 0 0;padding:0}
.figures>div{display:flex;align-items:baseline;justify-content:space-between;gap:.5rem;padding:.4rem .9rem}
.figures dt{color:var(--soft);font-size:.85rem}
.figures dd{margin:0;font-size:1.15rem;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.figures>div:has(.bar){display:block;padding-bottom:.7rem}
.figures dd .soft{font-size:.85rem}
.figures .bar{margin-top:.3rem}
.facts{margin:.6rem 0 0;font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
.run summary{cursor:pointer;color:var(--link)}
.run dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(32rem,100%),1fr));gap:0 1.5rem;margin:.4rem 0 0}
.run dl>div{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:0 .75rem}
time{white-space:nowrap}
.run dd{margin:0}
`

const COLUMNS = `.columns{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:0 2.5rem;align-items:start}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;padding:1.5rem 0 1.5rem;font-size:.875rem}
nav ul,nav ol{list-style:none;margin:0;padding:0}
nav ol{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
nav a{display:flex;gap:.6rem;padding:.3rem .5rem;border-radius:6px;color:var(--text);text-decoration:none;overflow-wrap:anywhere;line-height:1.35}
nav ol a>span:last-child{display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
nav a:hover{background:var(--code);color:var(--link)}
.dot{flex:none;width:.6rem;height:.6rem;margin-top:.35rem;border-radius:50%;background:var(--w)}
`

const FINDINGS = `.finding{margin:.75rem 0;overflow:hidden;border-left:4px solid var(--w)}
.finding>summary{display:grid;grid-template-columns:auto 1fr auto;gap:.15rem .75rem;padding:.9rem 1.1rem;cursor:pointer;list-style:none}
.finding>summary::-webkit-details-marker{display:none}
.finding>summary:hover{background:var(--code)}
.finding .wanted{font-weight:600;overflow-wrap:anywhere;text-wrap:pretty}
.finding .met{grid-column:2/-1;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.finding .inside{padding:.25rem 1.1rem 1.1rem;border-top:1px solid var(--line)}
.tag{align-self:start;font-size:.78rem;padding:.1rem .55rem;border-radius:99px;background:var(--w-bg,var(--code));color:var(--w,inherit);white-space:nowrap;font-weight:600}
.finding h4{margin:.9rem 0 .3rem;font-size:.8rem;font-weight:600;color:var(--soft);text-transform:uppercase;letter-spacing:.04em}
.finding ul{margin:0;padding-left:1.1rem}
.verdicts{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.75rem;margin:.75rem 0 .5rem}
.verdicts>div{padding:.55rem .85rem;border-radius:6px;min-width:0;overflow-wrap:anywhere}
.verdicts dt{font-size:.8rem;font-weight:600}
.verdicts dd{margin:0;color:var(--text)}
.expected{background:var(--pass-bg)}.expected dt{color:var(--pass)}
.received{background:var(--fail-bg)}.received dt{color:var(--fail)}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 .75rem;align-items:start}
.pane pre{max-height:28rem}
.finding h4 .soft{text-transform:none;letter-spacing:0;font-weight:400}
.about{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));gap:0 1.5rem;overflow-wrap:anywhere}
.about>div{min-width:0;font-size:.9rem}
.fold{margin-top:.6rem}
.fold>summary{cursor:pointer;color:var(--link);font-size:.9rem}
.fold>:not(summary){margin-top:.5rem}
.chevron{width:.5rem;height:.5rem;margin:.45rem .25rem 0 .1rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);transition:transform .12s}
.finding[open]>summary .chevron{transform:rotate(45deg)}
.anchor{margin:.9rem 0 0;font-size:.85rem}
.copied{position:relative}
.copied .copy{padding-right:4.5rem}
.copier{position:absolute;top:.4rem;right:.4rem;font:inherit;font-size:.8rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.1rem .6rem;cursor:pointer}
.copier:hover{border-color:var(--link);color:var(--link)}
.exchange{margin:0 0 .4rem}
.exchange>summary{cursor:pointer;overflow-wrap:anywhere}
.exchange pre{margin:.35rem 0}
.finding .why{margin:.5rem 0;padding:.1rem .75rem;border-left:3px solid var(--line);font-size:.85rem}
.finding .why div{display:flex;flex-wrap:wrap;gap:0 .6rem}
.finding .why dt{overflow-wrap:anywhere}
.finding .why dd{color:var(--soft);margin:0}
.family{padding:.6rem 1.1rem;border-top:1px solid var(--line)}
.family:first-child{border-top:0}
.family>summary{cursor:pointer;overflow-wrap:anywhere}
.rules{margin:.5rem 0 0}
.rules>div{padding:.7rem 0;border-top:1px solid var(--line)}
.rules>div:first-child{border-top:0}
.rules dt{font-weight:600}
.rules dd{margin:.15rem 0 0;overflow-wrap:anywhere}
.finding:target{border-color:var(--w)}
.rules>:target{background:var(--code)}
`

const MATRIX = `.tools{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:.75rem 0}
.tools label{display:flex;gap:.5rem;align-items:center;min-width:0;max-width:100%;font-size:.9rem;color:var(--soft)}
.tools input,.tools select{min-width:0;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.35rem .6rem;max-width:100%}
#filters select{max-width:9rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:.5rem 0;padding:0;font-size:.9rem}
.legend b{display:inline-block;min-width:1.5rem;text-align:center;border-radius:4px;margin-right:.4rem}
.wide{overflow:auto;max-height:85vh}
table{border-collapse:separate;border-spacing:0;width:100%}
.matrix th,.matrix td{border-bottom:1px solid var(--line)}
.matrix thead th{position:sticky;top:0;z-index:1;background:var(--card);vertical-align:bottom;padding:.5rem 0;font-weight:400;font-size:.85rem}
.matrix thead th:first-child{text-align:left;padding-left:1rem}
.matrix thead div{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap;margin:0 auto;width:1.5rem;line-height:1.5rem}
.matrix tbody th{text-align:left;font-weight:400;padding:.3rem .75rem .3rem 1rem;line-height:1.3}
.matrix tbody th.group{padding:1rem 1rem .3rem;font-weight:600}
.matrix tbody th span{display:block;font-size:.8rem;color:var(--soft);overflow-wrap:anywhere}
.matrix td{text-align:center;width:2.1rem;padding:1px}
.matrix td>*{display:block;line-height:1.7rem;border-radius:4px;text-decoration:none}
.p{background:var(--pass-bg);color:var(--pass)}
.f{background:var(--fail-bg);color:var(--fail);font-weight:700}
.n{background:var(--skip-bg);color:var(--skip)}
.matrix td:last-child{padding-right:.6rem;width:2.7rem}.matrix thead th:last-child{padding-right:.6rem}
.matrix tbody th{overflow-wrap:anywhere}
.matrix tbody tr:last-child>*{border-bottom:0}
.matrix tr:hover>*{background-color:var(--code)}
`

const COVERAGE = `.by-operation{margin-top:.75rem;overflow:hidden}
.by-operation>summary{padding:.9rem 1rem;cursor:pointer;color:var(--link)}
.coverage{table-layout:fixed;overflow-wrap:anywhere;border-top:1px solid var(--line)}
.coverage thead th:nth-child(1){width:30%}.coverage thead th:nth-child(2){width:10%}.coverage thead th:nth-child(3){width:25%}.coverage thead th:nth-child(4){width:14%}
.coverage td,.coverage th{border-bottom:1px solid var(--line);padding:.6rem 1rem;text-align:left;vertical-align:top;font-weight:400}
.coverage thead th{font-size:.85rem;color:var(--soft)}
.coverage td{font-size:.9rem;font-variant-numeric:tabular-nums}
.chips{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0;padding:0}
.chips li{padding:0 .45rem;border-radius:4px;white-space:nowrap}
.chips .none{background:none;border:1px dashed var(--line);color:var(--soft)}
.coverage summary{cursor:pointer;color:var(--link)}
.coverage details ul{margin:.4rem 0 0;padding-left:1.1rem}
.coverage code{font-size:12px}
.option{white-space:nowrap}
.reasons{list-style:none;margin:.75rem 0;padding:0}
.reasons>li{padding:.8rem 1.1rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
.reasons>li:first-child{border-top:0}
.reasons>li:has(>.times){position:relative;padding-left:3.6rem}
.reasons .times{position:absolute;left:1.1rem;font-variant-numeric:tabular-nums;color:var(--skip);font-weight:600}
`

const NARROW = `@media (max-width:68rem){
.columns{grid-template-columns:minmax(0,1fr)}
nav{position:static;max-height:none;padding:1rem 0 0}
nav ul{display:flex;flex-wrap:wrap}
nav ol{display:none}
}
@media (max-width:48rem){
header,footer,.columns{padding-left:1rem;padding-right:1rem}
header{padding-top:1.5rem}
.verdict{padding:.8rem 1rem;font-size:1.05rem}
.figures{grid-template-columns:repeat(2,minmax(0,1fr));gap:.4rem}
.figures>div{padding:.25rem .65rem}
.tools:has(select){display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.4rem .75rem}
.tools:has(select) label{display:grid;grid-template-columns:3.2rem minmax(0,1fr)}
.tools label:has(input){grid-column:1/-1}
.figures dt{font-size:.78rem}
.verdicts,.pair{grid-template-columns:minmax(0,1fr)}
.finding>summary{padding:.75rem .9rem;grid-template-columns:auto 1fr}.finding>summary .tag{grid-column:2;justify-self:start;order:1}
.finding .inside{padding:0 .9rem .9rem}
.coverage,.coverage tbody{display:block}
.coverage thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.coverage tr{display:block;padding:.7rem .9rem;border-bottom:1px solid var(--line)}
.coverage tr>*{display:block;border:0!important;padding:.15rem 0!important}
.coverage td::before{content:attr(data-label) " ";color:var(--soft);font-size:.85rem}
}
`

/** The matrix where a column cannot hold the names of operations: each name is above its row of signs. */
const NAMES_ABOVE = `.matrix,.matrix tbody{display:block}
.matrix thead{display:block;position:sticky;top:0;background:var(--card)}
.matrix tr{display:grid;grid-template-columns:repeat(var(--rules),minmax(0,1fr));padding:.35rem .5rem;border-bottom:1px solid var(--line)}
.matrix tr>*{border:0!important;min-width:0}
.matrix thead th:first-child,.matrix tbody th{grid-column:1/-1;padding:0 0 .2rem}
.matrix tbody th.group{padding:.8rem 0 .2rem}
.matrix thead th:first-child{display:none}
.matrix thead th{padding:.25rem 0;display:flex;align-items:flex-end;font-size:.75rem}
.matrix thead div{width:auto;line-height:1.2}
.matrix td,.matrix td:last-child{width:auto;padding:1px}
.matrix thead th:last-child{padding-right:0}
.matrix tr:hover>*{background-color:transparent}
.wide{overflow:visible;max-height:none}
.matrix thead th{position:static}`

/** On paper, findings are unfolded and nothing scrolls. Rules and the coverage by operation stay folded. */
const PRINT = `@media print,(max-width:48rem){${NAMES_ABOVE}}
@media print{
body{background:#fff}
.tools,nav,.copier,.anchor,.chevron{display:none!important}
.columns{display:block}
.finding::details-content,.finding details::details-content,.run::details-content{content-visibility:visible;display:block}
.finding>summary{grid-template-columns:1fr auto}
.finding .met{grid-column:1/-1}
pre,.pane pre{max-height:none}
h2,h4,.finding>summary{break-after:avoid}
.verdicts,.about>div,.matrix tr,.reasons>li{break-inside:avoid}
.matrix thead{position:static}
.verdict,.verdicts>div,.tag,.bar,.matrix td>*,.legend b{print-color-adjust:exact}
}
`
