import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type DrillPart, drillParts } from '#domain/fire-drill.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import type { Config } from '#server/config/config.ts'
import type { Keys } from '#server/config/secrets.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { atField, typedIn } from '#server/pages/forms/form-guard.ts'
import { htmlType } from '#server/pages/page-routes.ts'
import { brandRules, plainLook } from '#server/pages/render/plain-look.ts'
import type { TestStoreBar } from '#server/pages/render/test-store-bar.ts'
import { openVisit, type VisitParts } from '#server/pages/visit.ts'
import { createFaultScripts, type FaultScripts } from '#server/providers/fire-drill/fault-scripts.ts'
import { type DeliveryEngine, ownDeliveryEngine } from '#server/shipping/delivery-engine.ts'
import { playedDeliveryEngine } from '#server/shipping/played-delivery-engine.ts'
import { faultName } from './fault-words.ts'
import { panelLook } from './panel-look.ts'
import { clearPath, panelMain, panelPath, scriptPath } from './panel-page.ts'
import { readScript, scriptFields } from './read-script.ts'

/** What a store has besides while it plays faults (BEYOND-12). */
export type FireDrill = {
  readonly deliveryEngine: DeliveryEngine
  /** The panel's page; `styles` are those of a first page, `bar` stands above every page. */
  routes(app: FastifyInstance, parts: VisitParts & { readonly bar: TestStoreBar }, styles: string): void
  /** The panel's forms. */
  forms(flashCookieKey: Keys): readonly Form[]
}

/** The drill of the stand-ins that run at `sandbox`. */
export function openFireDrill({ origin, apiKey, isProduction, standIns }: Where): FireDrill {
  const parts = drillParts.filter((part) => standIns.has(part))
  const scripts = createFaultScripts(origin)
  // in production nobody but the machine itself reaches the mailbox
  const mailbox = isProduction ? null : `${origin}/mailbox`
  return {
    deliveryEngine: standIns.has('delivery')
      ? playedDeliveryEngine(ownDeliveryEngine, { origin, apiKey })
      : ownDeliveryEngine,
    routes(app, { bar, ...visitParts }, styles) {
      const look = { CB: lookOf('CB', styles, bar), CB2: lookOf('CB2', styles, bar) }
      app.get(panelPath, async (request, reply) => {
        const { site, token, flash } = await openVisit(visitParts, request, reply)
        const main = panelMain({ parts, scripted: await scripts.list(), token, flash, mailbox })
        const { policy, css } = look[site.variant.brand]
        return reply
          .headers({ 'content-type': htmlType, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
          .header('content-security-policy', policy)
          .send(documentOf(site.variant, css, `${bar.html}${headerOf(site.variant.brand)}<main>${main}</main>`))
      })
    },
    forms: (flashCookieKey) => [scriptFormOf(scripts, parts, flashCookieKey), clearFormOf(scripts, flashCookieKey)],
  }
}

type Where = { readonly origin: string; readonly apiKey: string } & Pick<Config, 'isProduction' | 'standIns'>

const noAnswer = 'The stand-ins do not answer just now, so nothing was changed. Please try again in a moment.'

function scriptFormOf(scripts: FaultScripts, parts: readonly DrillPart[], key: Keys): Form {
  return {
    path: scriptPath,
    allowsFirstVisit: false,
    refusedTo: panelPath,
    fields: scriptFields,
    async submit({ reply, site }, fields) {
      const typed = typedIn(fields, scriptFields)
      const read = readScript(fields, parts)
      if (!read.ok) {
        setFlash(reply, site, key, read.message, typed, read.field)
        return atField(panelPath, read.field)
      }
      const { script } = read
      const made = await scripts.script(script)
      if (made === 'scripted') setFlash(reply, site, key, `Scripted: ${faultName(script.standIn, script.fault)}.`)
      else if (made === 'tooMany') setFlash(reply, site, key, 'There are 100 already. Please clear some first.', typed)
      else setFlash(reply, site, key, noAnswer, typed)
      return panelPath
    },
  }
}

function clearFormOf(scripts: FaultScripts, key: Keys): Form {
  return {
    path: clearPath,
    allowsFirstVisit: false,
    refusedTo: panelPath,
    async submit({ reply, site }, { faultId = '' }) {
      const isOne = /^\d{1,15}$/.test(faultId)
      if (!isOne && faultId !== 'all') {
        setFlash(reply, site, key, 'Please press one of the buttons below.')
        return panelPath
      }
      const isCleared = await scripts.clear(isOne ? Number(faultId) : 'all')
      setFlash(reply, site, key, isCleared ? 'Cleared.' : noAnswer)
      return panelPath
    },
  }
}

function headerOf(brand: Brand): string {
  return `<header><a class="mark" href="/" aria-label="${brand} home">${brand}</a></header>`
}

function documentOf({ brand, country, locale }: Variant, css: string, body: string): string {
  return [
    `<!doctype html><html lang="${locale}" data-brand="${brand}" data-country="${country}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Fire drill | ${brand}</title><meta name="robots" content="noindex">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${css}</style></head><body>${body}</body></html>`,
  ].join('')
}

function lookOf(brand: Brand, styles: string, bar: TestStoreBar): { readonly css: string; readonly policy: string } {
  const css = `${plainLook}${panelLook}${bar.styles}${brandRules(brand, styles)}`
  const hash = createHash('sha256').update(css).digest('base64')
  const policy = [
    ...["default-src 'none'", `style-src 'sha256-${hash}'`, "font-src 'self'", "img-src 'self'", "form-action 'self'"],
    ...["base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ')
  return { css, policy }
}
