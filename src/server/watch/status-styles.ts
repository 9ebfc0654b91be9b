/** Styles of the status page: two columns where there is room, light or dark as the system is. */
export const statusStyles = `
:root{color-scheme:light dark;--ground:#f6f5f2;--sheet:#fff;--ink:#1d1c1a;--quiet:#5b5852;--line:#dcd8d0;--bar:#2c6e63;--bad:#a32a1c;--warm:#8a5a00;--good:#1f6b3a}
@media(prefers-color-scheme:dark){:root{--ground:#161614;--sheet:#1f1f1c;--ink:#eceae4;--quiet:#b0aca3;--line:#3a3934;--bar:#6fc0b1;--bad:#ff9a8b;--warm:#e5b761;--good:#82d19c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:1120px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{margin:0;font-size:28px;line-height:1.2}
header p{margin:4px 0 20px;color:var(--quiet)}
h2{margin:0 0 12px;font-size:20px;line-height:1.3}
h3{margin:20px 0 8px;font-size:16px}
h2+h3{margin-top:0}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:20px;padding-bottom:48px}
section,.verdict{min-width:0;background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:20px;margin:0}
.verdict{border-left:6px solid var(--bad);font-weight:600;padding-left:34px}
.verdict.good{border-left-color:var(--good);padding-left:20px}
section p{margin:0 0 8px}
dl{margin:0}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:6px 0;border-top:1px solid var(--line)}
dl div:first-child{border-top:0;padding-top:0}
dt{color:var(--quiet)}
dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--quiet);padding-bottom:6px}
th,td{padding:6px 12px 6px 0;text-align:left;border-top:1px solid var(--line);white-space:nowrap}
thead th{border-top:0;color:var(--quiet);font-weight:600}
tbody th{font-weight:600;white-space:normal}
.scrolled{overflow-x:auto}
.scrolled:focus-visible,summary:focus-visible{outline:3px solid var(--bar);outline-offset:3px}
summary{cursor:pointer;margin:12px 0;padding:8px 0;color:var(--quiet)}
code{font-size:15px;overflow-wrap:anywhere}
svg{display:block;width:100%}
.chart{position:relative}
.chart svg{height:140px}
.chart rect{fill:var(--bar)}
.chart line{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.scale{position:absolute;top:0;left:0;background:var(--sheet);padding:0 6px 0 0;color:var(--quiet);font-size:14px;line-height:1}
.ticks{display:flex;justify-content:space-between;color:var(--quiet);font-size:14px;font-variant-numeric:tabular-nums}
.bar{height:12px;min-width:80px}
.bar rect{fill:var(--bar)}
.bar .refused{fill:var(--bad)}
.bar .pending,.bar .cancelled{fill:var(--warm)}
td.of{width:45%;padding-right:0}
@media(min-width:760px){main{grid-template-columns:repeat(2,minmax(0,1fr))}.whole,.verdict{grid-column:1/-1}.tall{grid-row:span 2}}
`
