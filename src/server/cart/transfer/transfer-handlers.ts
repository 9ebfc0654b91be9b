import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { transferCalls } from '#contracts/cart/transfer-calls.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { Handlers } from '#server/http/context.ts'
import type { CartTransferService } from './transfer-service.ts'

/** Where a scanned code leads. */
export const transferPath = '/cart/hand-over'

/** The code by which a cart gets to a phone (BEYOND-15). */
export function transferHandlers(transfers: CartTransferService): Handlers<typeof transferCalls> {
  return {
    createHandOver: {
      kind: 'read',
      async run(context, _input, sql) {
        const made = await transfers.create(sql, ownerOf(context), context.now)
        if (made === null) {
          const errorMessage = context.text('emptyBasketMessage')
          return { isSuccess: false, errorMessage, url: '', expiresAt: '', code: { size: 0, path: '' } }
        }
        const url = `${context.origin}${transferPath}?token=${made.token}`
        const code = generate(url)
        return {
          isSuccess: true,
          errorMessage: '',
          url,
          expiresAt: made.expiresAt.toISOString(),
          code: { size: code.size, path: toSvgPath(code) },
        }
      },
    },
  }
}
