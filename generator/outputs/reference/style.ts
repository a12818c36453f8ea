/** Light and dark colors, and layouts for narrow, medium and wide windows. */
export const REFERENCE_STYLE = `
:root{color-scheme:light dark;--bg:#f7f7f5;--card:#fff;--text:#1d1f22;--soft:#5d636b;--line:#e2e3e0;--code:#f3f3f0;--link:#2557a7;--good:#18703f;--bad:#a8201a;--warn:#7a5300}
@media screen and (prefers-color-scheme:dark){:root{--bg:#131517;--card:#1b1e21;--text:#e5e7e9;--soft:#a0a7af;--line:#2d3136;--code:#14171a;--link:#8ab4f8;--good:#74d19d;--bad:#ff938a;--warn:#dcc67e}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1rem;border-right:1px solid var(--line);font-size:.9rem}
nav h2{font-size:.9rem;margin:1rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:grid;grid-template-columns:3.4rem minmax(0,1fr);padding:.2rem 0;line-height:1.35;color:var(--text);text-decoration:none;overflow-wrap:anywhere}
nav summary{padding:.25rem 0}
nav li a:hover{color:var(--link)}
nav li a.page{display:block;font-weight:600}
nav section:last-child{margin-top:.75rem}
nav li a.old{text-decoration:line-through}
nav li a[aria-current]{color:var(--link);box-shadow:-6px 0 var(--bg),-8px 0 var(--link)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;z-index:2;padding:.5rem 1rem;background:var(--card)}
#search{width:100%;padding:.5rem .7rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px}
main{max-width:62rem;padding:1.5rem;min-width:0}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
main h2{font-size:1.3rem;margin:2.5rem 0 .5rem;overflow-wrap:anywhere}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
h4{font-size:.85rem;margin:1rem 0 .25rem;color:var(--soft);text-transform:uppercase;letter-spacing:.04em}
p{margin:.25rem 0}
a{color:var(--link)}
.prose{overflow-wrap:anywhere;max-width:48rem}
.prose>*{margin:.35rem 0}
.prose table{border-collapse:collapse;display:block;overflow-x:auto}
.prose th,.prose td{border:1px solid var(--line);padding:.25rem .6rem;text-align:left}
.prose blockquote{margin-left:0;padding-left:.75rem;border-left:3px solid var(--line);color:var(--soft)}
h5,h6{font-size:.95rem;margin:.75rem 0 .25rem}
.soft{color:var(--soft);font-weight:400}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem;margin:.75rem 0}
.schema-card{padding:.5rem 1.1rem}
.name{font-size:1.15rem;font-weight:600}
.need{color:var(--warn);font-size:.85rem}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
pre{margin:.25rem 0;padding:.75rem;background:var(--code);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;max-height:26rem;overflow:auto}
.method{display:inline-block;min-width:3.2rem;font:600 12px/1.5 ui-monospace,monospace;color:var(--link)}
h3 .path{color:inherit;text-decoration:none}
h3 .path:hover{text-decoration:underline}
pre button{float:right;margin:0 0 .25rem .5rem;font:inherit;color:var(--link);background:var(--card);border:1px solid var(--line);border-radius:6px;cursor:pointer}
h3 .method{min-width:0;padding:.05rem .5rem;border:1px solid;border-radius:5px}
.method.post,.method.put,.method.patch{color:var(--good)}
.method.delete{color:var(--bad)}
.status{font:600 13px/1.5 ui-monospace,monospace}
.status.s2{color:var(--good)}.status.s4,.status.s5{color:var(--bad)}
summary{cursor:pointer;overflow-wrap:anywhere;margin-left:1.1rem;list-style-position:outside}
.members{margin:.25rem 0;padding:0}
.members dt{margin-top:.5rem;overflow-wrap:anywhere}
.members dt>code{font-weight:600}
.members dd{margin:0 0 0 1rem;min-width:0;overflow-wrap:anywhere}
.members>div{margin-top:.5rem;overflow-wrap:anywhere}
.members>div>:is(dt,dd),.members dd>:is(p:first-child,.schema),.members dd>.schema>p:first-child{display:inline;margin:0}
.members>div .prose,.members .members{margin-left:1rem}
.members .members{border-left:2px solid var(--line);padding-left:.75rem}
.operation details{margin:.25rem 0}
ul{margin:.25rem 0;padding-left:1.1rem}
li{overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (min-width:85rem){
main{max-width:84rem}
.operation{display:grid;grid-template-columns:minmax(0,1fr) 31rem;grid-template-rows:repeat(14,auto) 1fr;column-gap:2rem}
.operation>*{grid-column:1;min-width:0}
.operation>.call{grid-column:2;grid-row:1/-1;align-self:start;position:sticky;top:1rem}
.operation>.call h4{margin-top:.15rem}
}
@media (max-width:60rem){
body{display:block}
nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}
nav.kept{position:sticky;z-index:1;max-height:80vh;padding:.6rem 1rem .3rem;background:var(--bg)}
nav.kept:has(#search:placeholder-shown) #count{display:none}
html:has(nav.kept){scroll-padding-top:6.5rem}
main{padding:1rem}
.card{padding:.8rem}
.call pre{max-height:14rem}
}
@media print{
body{display:block;background:#fff}
nav,pre button{display:none}
main{max-width:none}
.operation{display:block}
pre{max-height:none}
.operation details::details-content,.schema-card::details-content{content-visibility:visible;display:block}
}
`
