/** How the command of a reply is called: the history of what it changed says by it that the person replied. */
export const replyCommand = ({ id }: { readonly id: number }): string => `text reply ${id}`

/** Whether a command came from a reply. */
export const isReplyCommand = (commandId: string): boolean => /^text reply \d+$/.test(commandId)
