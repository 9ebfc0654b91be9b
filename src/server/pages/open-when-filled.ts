import type { FastifyInstance, FastifyReply } from 'fastify'
import '#server/http/fastify-request.ts'
import type { Navigation } from '#server/pages/render/navigation.ts'

/** Seconds after which a visitor of a shop without a catalogue may look again. */
const retryAfter = 60

/** The routes of this part answer that the shop is getting ready for as long as it has no catalogue (SAFE-01). */
export function openWhenFilled(app: FastifyInstance, navigation: Pick<Navigation, 'version'>): void {
  app.addHook('preHandler', (_request, reply, done) => {
    const judge = (version: number) => (version === 0 ? void reply.sendUnavailable('gettingReady', retryAfter) : done())
    const version = navigation.version()
    // pages are not to wait for a question that has its answer
    if (typeof version === 'number') judge(version)
    else version.then(judge, done)
  })
}

/** Answers the same in place of anything else that would show the shop; null when there is something to show. */
export async function sendWhenEmpty(
  reply: FastifyReply,
  navigation: Pick<Navigation, 'version'>,
): Promise<FastifyReply | null> {
  return (await navigation.version()) === 0 ? reply.sendUnavailable('gettingReady', retryAfter) : null
}
