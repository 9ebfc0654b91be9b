import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export type StallLimits = {
  /** Longest time in which a reader takes nothing, milliseconds. */
  readonly stalledMs: number
  /** Of a connection on which nothing is left to send. */
  readonly idleMs: number
  readonly everyMs: number
}

/**
 * Ends connections whose reader takes nothing. Node counts the time in which nothing moves by itself, but by the limit of
 * an idle connection as soon as an answer is written, though most of it may still wait for its reader: then the limit of
 * one that stalls has to count.
 */
export function endStalledReaders(server: Server, { stalledMs, idleMs, everyMs }: StallLimits): void {
  const open = new Set<Socket>()
  const slow = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      slow.delete(socket)
    })
  })
  const timer = setInterval(() => {
    for (const socket of open) {
      const isWaiting = socket.writableLength > 0
      if (isWaiting === slow.has(socket) && (!isWaiting || socket.timeout === stalledMs)) continue
      if (isWaiting) slow.add(socket)
      else slow.delete(socket)
      socket.setTimeout(isWaiting ? stalledMs : idleMs)
    }
  }, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
